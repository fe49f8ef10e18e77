/** Signs in as the browser's form does, over plain HTTP. `cookie` is for later requests; `text` is all that was told. */
export async function signIn(
  origin: string,
  person: { readonly email: string; readonly password: string },
): Promise<{ cookie: string; text: string }> {
  const asked = await fetch(`${origin}/api/auth/csrf`)
  const { csrfToken } = (await asked.json()) as { csrfToken: string }
  const first = cookiesOf(asked)
  const answer = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: first, origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...person, csrfToken, json: 'true' }),
  })
  const text = `${await answer.text()} ${answer.headers.get('location')}`
  return { cookie: [first, cookiesOf(answer)].join('; '), text }
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
