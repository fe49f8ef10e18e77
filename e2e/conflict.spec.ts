import { createHash } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { count, reaches } from './stage/ledger.ts'
import { bodyOf } from './stage/sender.ts'
import { until } from './stage/until.ts'

test('a conflict holds its event until a person keeps the original, which then runs as it first came', async ({
  page,
  signInAs,
  provider,
  product,
}) => {
  const { pool } = product
  const original = { id: `EV-${provider.name}`, data: { amount: 100, currency: 'EUR' } }
  const second = { ...original, data: { amount: 999, currency: 'EUR' } }
  // The destination asks to come later, so that the event is still to be done when its other content comes.
  provider.destination.status = 429
  const { event } = await provider.deliver(original)
  const eventId = event ?? 0n
  await until('the first attempt was refused', () => provider.destination.attempts.length)
  await reaches(pool, eventId, 'validated')
  expect(await provider.deliver(second)).toMatchObject({ status: 202, disposition: 'conflict' })
  provider.destination.status = 200
  const sentBefore = provider.destination.attempts.length

  const operator = await signInAs('operator')
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Conflicts/ })
    .click()
  await page.getByRole('table', { name: 'Open conflicts' }).getByRole('link', { name: original.id }).click()
  await expect(page.getByText('Held: conflict')).toBeVisible()
  await page.getByRole('button', { name: 'Compare contents' }).click()
  const differences = page.getByRole('table', { name: 'Fields that differ' }).getByRole('row')
  await expect(differences).toHaveCount(2)
  await expect(differences.last()).toContainText('100')
  await expect(differences.last()).toContainText('999')
  await expect(page.getByText(/fields are equal/)).toBeVisible()
  expect(provider.destination.attempts).toHaveLength(sentBefore)

  await page.getByRole('button', { name: 'Keep original…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('the provider confirmed the first amount')
  await dialog.getByRole('button', { name: 'Keep original' }).click()
  await expect(page.getByRole('heading', { name: 'Original kept' })).toBeVisible()
  await expect(page.getByText('the provider confirmed the first amount')).toBeVisible()
  await reaches(pool, eventId, 'completed')

  const digest = createHash('sha256')
    .update(bodyOf({ account: provider.name, ...original }))
    .digest('hex')
  expect(new Set(provider.destination.attempts.map(({ bodyDigest }) => bodyDigest))).toEqual(new Set([digest]))
  expect(provider.destination.made).toHaveLength(1)
  // The choice is remembered: the second content is a duplicate from now on.
  expect(await provider.deliver(second)).toMatchObject({ status: 200, disposition: 'duplicate' })
  expect(await count(pool, 'audit_entry', `actor = $1 AND command = 'resolveConflict'`, [operator.email])).toBe(1)
  expect(
    await count(pool, 'audit_entry', `actor = $1 AND command = 'revealPayload'`, [operator.email]),
  ).toBeGreaterThan(0)
})

test('a viewer sees that there is a conflict, but neither content nor a way out of it', async ({
  page,
  signInAs,
  provider,
  product,
}) => {
  const id = `EV-${provider.name}`
  const hidden = `only-in-the-contents-of-${provider.name}`
  const { event } = await provider.deliver({ id, data: { hidden } })
  await provider.deliver({ id, data: { hidden: `${hidden}-2` } })
  const { rows } = await product.pool.query<{ id: bigint }>('SELECT id FROM payload_conflict WHERE event_id = $1', [
    event,
  ])
  await signInAs('viewer')
  const response = await page.goto(`/conflicts/${rows[0]?.id}`)
  expect(await response?.text()).not.toContain(hidden)
  await expect(page.getByText('Resolving a conflict takes the role operator.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})
