import type { LosslessNumber } from 'lossless-json'

/**
 * A parsed JSON document whose numbers keep the text they were written with: `1.0`, `1e400` and 30-digit ids stay as
 * they are. Objects may own a key named `__proto__`, so read them by own keys only, never by spreading or assigning.
 */
export type JsonValue = null | boolean | string | LosslessNumber | JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}
