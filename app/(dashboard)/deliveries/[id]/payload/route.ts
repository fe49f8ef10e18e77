import { parseId } from '#lib/web/parse-id.ts'
import { sendPayload } from '#lib/web/send-payload.ts'

export async function POST(request: Request, { params }: RouteContext<'/deliveries/[id]/payload'>): Promise<Response> {
  const deliveryId = parseId((await params).id)
  if (deliveryId === null) return new Response('There is no delivery with this number.\n', { status: 404 })
  return sendPayload(request, { deliveryId }, `delivery-${deliveryId}`)
}
