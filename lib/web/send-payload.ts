import { revealPayload } from '#lib/commands/reveal-payload.ts'
import { isOutage } from '#lib/db/outage.ts'
import { commandPool } from './command-pool.ts'
import { isSameOrigin } from './same-origin.ts'
import { findPerson } from './session.ts'

type Target = { readonly eventId: bigint } | { readonly deliveryId: bigint }

const statuses = { forbidden: 403, not_found: 404, changed: 409, wrong_state: 409, guarded: 409, invalid: 400 } as const

/**
 * The bytes as a file, for the person who may see them. A POST, because looking is an act that is recorded: no link,
 * prefetch or foreign page can cause it.
 */
export async function sendPayload(request: Request, target: Target, name: string): Promise<Response> {
  if (!isSameOrigin(request.headers)) return say(403, 'This download starts from a page of this product only.')
  try {
    const person = await findPerson()
    if (person === null) return say(401, 'You are signed out. Sign in again.')
    const revealed = await revealPayload(commandPool(), person, target)
    if (!revealed.ok) return say(statuses[revealed.code], revealed.message)
    return new Response(new Uint8Array(revealed.body), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${name}.bin"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    if (!isOutage(error)) throw error
    return say(503, 'The database does not answer. Try again in a moment.')
  }
}

function say(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
