import { parseUnixSeconds } from '#lib/providers/freshness.ts'
import { type Refusal, refuse, signatureMalformed } from '#lib/providers/refuse.ts'

/** Providers send one signature per active secret, two during a rotation; a longer list only costs time to refuse. */
const maxSignatures = 32

interface SignatureList {
  readonly timestamp: number
  readonly signatures: readonly string[]
}

/** Reads `t=<unix seconds>,v1=<signature>[,v1=…]`. Other schemes are skipped; a second `t` makes it ambiguous. */
export function parseSignatureList(header: string, name: string): SignatureList | Refusal {
  const items = header.split(',').map((item) => item.trim())
  const times = items.filter((item) => item.startsWith('t='))
  const signatures = items.filter((item) => item.startsWith('v1=')).map((item) => item.slice(3))
  if (times.length !== 1 || signatures.length === 0 || signatures.length > maxSignatures) {
    return signatureMalformed(name, 't=<unix seconds>,v1=<signature>, with one t')
  }
  const timestamp = parseUnixSeconds(times[0]?.slice(2) ?? '')
  return timestamp === null ? timestampMalformed(name) : { timestamp, signatures }
}

export function timestampMalformed(name: string): Refusal {
  return refuse('timestamp_malformed', `The timestamp in the ${name} header is not a 10-digit number of seconds.`)
}

export function isRefusal(result: object): result is Refusal {
  return 'ok' in result && result.ok === false
}
