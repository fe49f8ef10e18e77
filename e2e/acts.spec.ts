import { retryEvent } from '#lib/commands/retry-event.ts'
import { expect, test } from './fixtures.ts'
import { arranger, must } from './stage/configure.ts'
import { reaches, verify } from './stage/ledger.ts'
import { until } from './stage/until.ts'

test('an operator retries a failed event: a double click is one ledger entry, with its reason and name', async ({
  page,
  signInAs,
  provider,
  product,
}) => {
  const event = await provider.failed()
  const operator = await signInAs('operator')
  await page.goto(`/events/${event}`)
  await page.getByRole('button', { name: 'Retry…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Confirmed ones are skipped.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Retry EV/ })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('the destination is back')
  await dialog.getByRole('button', { name: /^Retry EV/ }).dblclick()
  await expect(dialog).toBeHidden()

  await reaches(product.pool, BigInt(event), 'completed')
  await expect(page.getByRole('list', { name: 'Phases' }).getByText('Completed')).toBeVisible()
  const { rows } = await product.pool.query(
    `SELECT actor, reason FROM ledger_entry WHERE event_id = $1 AND entity = 'event' AND transition = 'retry'`,
    [event],
  )
  expect(rows).toEqual([{ actor: operator.email, reason: 'the destination is back' }])
  expect(await auditOf(product.pool, operator.email)).toEqual(['retryEvent'])
  expect(provider.destination.made).toHaveLength(1)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Ledger' }).getByText(operator.email).first()).toBeVisible()
})

test('a page that is behind says what changed, and does nothing', async ({ page, signInAs, provider, product }) => {
  const event = await provider.failed()
  await signInAs('operator')
  await page.goto(`/events/${event}`)
  await page.getByRole('button', { name: 'Reject…' }).click()
  await page.getByLabel('Reason').fill('not wanted any more')

  const eventId = BigInt(event)
  must(await retryEvent(product.pool, arranger, { eventId, reason: 'somebody was faster' }))
  await reaches(product.pool, eventId, 'completed')
  const before = await provider.story(event)

  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Reject EV/ })
    .click()
  await expect(page.getByText(/Nothing was done.*completed/i)).toBeVisible()
  expect(await provider.story(event)).toEqual(before)
})

test('a person decides an uncertain effect with the reference they found', async ({
  page,
  signInAs,
  provider,
  product,
}) => {
  const event = await provider.uncertain()
  const operator = await signInAs('operator')
  await page.goto(`/events/${event}`)
  await expect(page.getByText('a person decides; nothing is sent again')).toBeVisible()
  await page.getByRole('button', { name: 'It happened…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reference at the destination').fill('R1')
  await dialog.getByLabel('Reason').fill('found it there under this event')
  await dialog.getByRole('button', { name: 'It happened' }).click()
  await expect(dialog).toBeHidden()

  await expect(page.getByRole('list', { name: 'Phases' }).getByRole('listitem').last()).toContainText(operator.email)
  expect((await provider.story(event)).slice(-2)).toEqual(['operation confirm by operator', 'settle by operator'])
  expect(await auditOf(product.pool, operator.email)).toEqual(['decideOperation'])
  expect(provider.destination.attempts).toHaveLength(1)
})

test('a person decides that it did not happen, and the event is done once', async ({
  page,
  signInAs,
  provider,
  product,
}) => {
  const event = await provider.uncertain()
  await signInAs('operator')
  await page.goto(`/events/${event}`)
  await page.getByRole('button', { name: 'It did not happen…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/If you are wrong, .* may act twice/)).toBeVisible()
  await dialog.getByLabel('Reason').fill('looked there: nothing of the kind')
  await dialog.getByRole('button', { name: 'It did not happen' }).click()
  await reaches(product.pool, BigInt(event), 'completed')
  const keys = provider.destination.attempts.map(({ key, bodyDigest }) => `${key} ${bodyDigest}`)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a completed event is replayed without repeating its effect', async ({ page, signInAs, provider, product }) => {
  const event = await provider.delivered('completed')
  await signInAs('operator')
  await page.goto(`/events/${event}`)
  await page.getByRole('button', { name: 'Replay…' }).click()
  await page.getByLabel('Reason').fill('to be sure')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Replay EV/ })
    .click()
  await until('it was replayed to its end', async () => {
    const story = await provider.story(event)
    return story.includes('replay by operator') && story.at(-1) === 'complete by worker' && story.length > 8
  })
  await reaches(product.pool, BigInt(event), 'completed')
  expect(provider.destination.attempts).toHaveLength(1)
  await verify(product.databaseUrl)
})

async function auditOf(pool: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }, email: string) {
  const { rows } = await pool.query(
    `SELECT command FROM audit_entry WHERE actor = $1 AND command NOT IN ('sign_in', 'createUser') ORDER BY id`,
    [email],
  )
  return (rows as { command: string }[]).map(({ command }) => command)
}
