import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { checkVector } from '#lib/providers/check-vector.ts'
import { type Adapter, adapterOf, loadVectors, requestOf, secretsOf, type Vector } from '#lib/providers/vector.ts'

const folder = fileURLToPath(new URL('./vectors/', import.meta.url))
const vectors = readdirSync(folder).flatMap((file) => loadVectors(`${folder}${file}`))
const named = vectors.map((vector) => [`${vector.provider} ${vector.name}`, vector] as const)
const authentic = named.filter(([, vector]) => (vector.policyExpect ?? vector.expect) === 'valid')

function adapter(vector: Vector): Adapter {
  const found = adapterOf(vector)
  if (found === undefined) throw new Error(`no adapter for ${vector.provider}`)
  return found
}

async function verify(vector: Vector, change: { body?: Buffer; headers?: Record<string, string>; secrets?: string[] }) {
  const { provider, config } = adapter(vector)
  const secrets = change.secrets?.map((value, index) => ({ id: index + 1, value })) ?? secretsOf(vector)
  const { body, headers } = change
  return provider.verify({ ...requestOf(vector), ...(body && { body }), ...(headers && { headers }) }, secrets, config)
}

/** One character in the middle replaced by another that base64 has too, so that the form of a secret stays right. */
function otherText(text: string): string {
  const middle = Math.floor(text.length / 2)
  return `${text.slice(0, middle)}${text[middle] === 'A' ? 'B' : 'A'}${text.slice(middle + 1)}`
}

test('all four providers have vectors of both kinds', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(43)
  for (const provider of ['stripe', 'github', 'standard-webhooks', 'generic']) {
    const verdicts = vectors
      .filter((vector) => vector.provider === provider)
      .map((vector) => vector.policyExpect ?? vector.expect)
    expect(new Set(verdicts)).toEqual(new Set(['valid', 'invalid']))
  }
})

test.each(named)('%s', async (_, vector) => {
  const original = vectors.find((other) => other.provider === vector.provider && other.name === vector.retryOf)
  expect(await checkVector(vector, adapter(vector), original)).toBeNull()
})

describe('a signature holds for these bytes, this secret and these headers only', () => {
  test.each(authentic)('%s: any one byte of the body changed', async (_, vector) => {
    const { body } = requestOf(vector)
    for (let at = 0; at < body.length; at += Math.max(1, Math.floor(body.length / 40))) {
      const changed = Buffer.from(body)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect((await verify(vector, { body: changed })).ok, `byte ${at}`).toBe(false)
    }
  })

  test.each(authentic)('%s: a byte added or taken away', async (_, vector) => {
    const { body } = requestOf(vector)
    expect((await verify(vector, { body: Buffer.concat([body, Buffer.from('\n')]) })).ok).toBe(false)
    expect((await verify(vector, { body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]) })).ok).toBe(false)
    expect((await verify(vector, { body: body.subarray(0, -1) })).ok).toBe(false)
    expect((await verify(vector, { body: Buffer.alloc(0) })).ok).toBe(false)
  })

  test.each(authentic)('%s: another secret', async (_, vector) => {
    const secrets = secretsOf(vector).map(({ value }) => otherText(value))
    expect((await verify(vector, { secrets })).ok).toBe(false)
  })

  test.each(authentic)('%s: an empty, blank or missing secret is never one', async (_, vector) => {
    expect(await verify(vector, { secrets: [] })).toMatchObject({ ok: false, reason: 'no_secret' })
    expect(await verify(vector, { secrets: ['', '  '] })).toMatchObject({ ok: false, reason: 'no_secret' })
  })

  test.each(authentic)('%s: each header the signature needs, removed or emptied', async (_, vector) => {
    const needed = Object.keys(vector.headers).filter((name) => /signature|^webhook-(id|timestamp)$/.test(name))
    expect(needed.length).toBeGreaterThan(0)
    for (const name of needed) {
      const { [name]: _removed, ...rest } = vector.headers
      expect((await verify(vector, { headers: rest })).ok, name).toBe(false)
      expect((await verify(vector, { headers: { ...rest, [name]: '' } })).ok, name).toBe(false)
    }
  })
})
