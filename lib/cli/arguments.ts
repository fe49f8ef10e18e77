import { InvalidArgumentError } from 'commander'

/** Parsers of operands and options; what they refuse is wrong usage (exit code 2). */

export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text)
    if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

export function hours(text: string): number {
  const number = Number(text)
  if (/^\d{1,5}(\.\d{1,6})?$/.test(text)) return number
  throw new InvalidArgumentError('It must be a number of hours, such as 24 or 0.5.')
}

/** Our own number of an object. */
export function id(text: string): bigint {
  if (/^[1-9]\d{0,18}$/.test(text)) return BigInt(text)
  throw new InvalidArgumentError('It must be one of our own numbers, such as 4711.')
}

export function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    throw new InvalidArgumentError(`It is not JSON: ${(error as Error).message}`)
  }
  throw new InvalidArgumentError('It must be a JSON object, such as {"header":"x-signature"}.')
}

/** Collects an option that may be given more than once. */
export function each(text: string, before: readonly string[] = []): string[] {
  return [...before, text]
}
