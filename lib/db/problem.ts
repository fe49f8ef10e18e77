/**
 * Something that can go wrong on a healthy program: its message is written for the person who has to act on it and
 * is shown without a stack.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
}
