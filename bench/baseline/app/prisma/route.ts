import { prisma } from '#lib/db/prisma.ts'

/** What one usually sees: parse the body, one `create` per request, answer. No signature, no ledger, no duplicates. */
export async function POST(request: Request): Promise<Response> {
  const event = (await request.json()) as { id: string }
  await prisma().setting.create({ data: { key: event.id, value: event } })
  return Response.json({ ok: true })
}
