/** What an action throws to say, in words that are stored and shown, why an event cannot be worked. No payload in it. */
export class ActionError extends Error {
  override readonly name = 'ActionError'
}
