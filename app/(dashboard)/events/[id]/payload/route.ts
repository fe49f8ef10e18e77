import { parseId } from '#lib/web/parse-id.ts'
import { sendPayload } from '#lib/web/send-payload.ts'

export async function POST(request: Request, { params }: RouteContext<'/events/[id]/payload'>): Promise<Response> {
  const eventId = parseId((await params).id)
  if (eventId === null) return new Response('There is no event with this number.\n', { status: 404 })
  return sendPayload(request, { eventId }, `event-${eventId}`)
}
