/** What the framework itself costs: it reads nothing and does nothing. */
export function POST(): Response {
  return new Response('{}', { status: 200 })
}
