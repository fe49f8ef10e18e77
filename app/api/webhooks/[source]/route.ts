import { inbox } from '#lib/inbox/open-inbox.ts'
import { receive } from '#lib/inbox/receive.ts'
import { remoteAddress } from '#lib/inbox/remote-address.ts'

export const dynamic = 'force-dynamic'

/**
 * Where providers deliver under Next's own server (`npm run dev`); `npm start` takes deliveries before Next sees them
 * (lib/start/web.ts). No session, no cookie, no proxy in front: the signature is the only way in.
 */
export async function POST(request: Request, context: { params: Promise<{ source: string }> }): Promise<Response> {
  const { source } = await context.params
  const headers = Object.fromEntries(request.headers)
  const answer = await receive(inbox(), {
    slug: source,
    method: request.method,
    url: request.url,
    headers,
    body: request.body,
    remoteAddress: remoteAddress(headers['x-forwarded-for'], null),
  })
  return new Response(answer.body, { status: answer.status, headers: answer.headers })
}
