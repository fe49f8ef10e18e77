import type { Page } from '@playwright/test'
import { setRole } from '#lib/commands/set-role.ts'
import { expect, test } from './fixtures.ts'
import { arranger, must } from './stage/configure.ts'

test('a viewer sees no act, and asking for one without a button is refused', async ({
  page,
  signInAs,
  elsewhere,
  provider,
  product,
  expectsErrors,
}) => {
  expectsErrors.push(/ERR_FAILED/)
  const event = await provider.failed()
  const before = await provider.story(event)
  const viewer = await signInAs('viewer')
  await page.goto(`/events/${event}`)
  await expect(page.getByText('Acting on events takes the role operator.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Retry|Reject|Waive|Reveal/ })).toHaveCount(0)

  // What an operator's button would send, sent by the viewer.
  const operator = await elsewhere('operator')
  const act = await catchRetry(operator.page, event)
  const answer = await send(page, event, act)
  expect(await answer.text()).toContain('this takes the role operator')
  expect(await provider.story(event)).toEqual(before)
  const { rows } = await product.pool.query(
    `SELECT command, after FROM audit_entry WHERE actor = $1 AND object_type = 'event'`,
    [viewer.email],
  )
  expect(rows).toEqual([{ command: 'retryEvent', after: { refused: 'forbidden' } }])
})

test('an act sent from a page of somebody else’s is refused, whoever is signed in', async ({
  page,
  signInAs,
  provider,
  product,
  expectsErrors,
}) => {
  expectsErrors.push(/ERR_FAILED/)
  const event = await provider.failed()
  const before = await provider.story(event)
  await signInAs('operator')
  const act = await catchRetry(page, event)
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example']) {
    const answer = await send(page, event, { ...act, origin })
    expect(await answer.text()).not.toContain('"ok":true')
    expect(await provider.story(event)).toEqual(before)
  }
  // The same request from our own page does it.
  expect(await (await send(page, event, act)).text()).toContain('"ok":true')
  const { rows } = await product.pool.query(
    `SELECT count(*)::int AS retries FROM ledger_entry WHERE event_id = $1 AND entity = 'event' AND transition = 'retry'`,
    [event],
  )
  expect(rows).toEqual([{ retries: 1 }])
})

test('a role taken away is gone at the next act, though the page still shows the button', async ({
  page,
  signInAs,
  provider,
  product,
}) => {
  const event = await provider.failed()
  const before = await provider.story(event)
  const person = await signInAs('operator')
  await page.goto(`/events/${event}`)
  await page.getByRole('button', { name: 'Retry…' }).click()
  must(await setRole(product.pool, arranger, { email: person.email, role: 'viewer' }))
  await page.getByLabel('Reason').fill('the destination is back')
  await page.getByRole('button', { name: /^Retry EV/ }).click()
  await expect(page.getByText(/this takes the role operator/)).toBeVisible()
  expect(await provider.story(event)).toEqual(before)
  await expect(page.getByRole('button', { name: 'Retry…' })).toHaveCount(0)
})

interface Act {
  readonly action: string
  readonly type: string
  readonly body: Buffer
  readonly origin: string
}

/** Presses Retry on an event's page and keeps what the page sends from reaching the server. */
async function catchRetry(page: Page, event: string): Promise<Act> {
  await page.goto(`/events/${event}`)
  await page.route(`**/events/${event}`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Retry…' }).click()
  await page.getByLabel('Reason').fill('the destination is back')
  const sent = page.waitForRequest((request) => request.headers()['next-action'] !== undefined)
  await page.getByRole('button', { name: /^Retry EV/ }).click()
  const request = await sent
  const { 'next-action': action = '', 'content-type': type = '' } = request.headers()
  return { action, type, body: request.postDataBuffer() ?? Buffer.alloc(0), origin: new URL(page.url()).origin }
}

/** Sends an act with the session of a page. */
function send(page: Page, event: string, { action, type, body, origin }: Act) {
  const headers = { 'next-action': action, 'content-type': type, origin }
  return page.request.post(`/events/${event}`, { headers, data: body })
}
