import { checkHealth } from '#lib/inbox/check-health.ts'

export const dynamic = 'force-dynamic'

/** 200 while a delivery could be recorded, else 503 with what is wrong. Tells no configuration. */
export async function GET(): Promise<Response> {
  const health = await checkHealth()
  return Response.json(health, { status: health.ok ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
