import type { Pool } from '#lib/db/connect.ts'
import { findPackets } from '#lib/demo/packets-address.ts'
import { expect, test } from './fixtures.ts'
import { count } from './stage/ledger.ts'
import { until } from './stage/until.ts'

test('the demo’s event is told from its first delivery to the one effect it had', async ({
  page,
  signInAs,
  product,
}) => {
  // The first start plays it while the product is ready already.
  await until('the demo has been played', async () => (await deliveriesOf(product.pool, 'EV70')) === 4, 40_000)
  await signInAs('viewer')
  await page.goto('/events?source=demo')
  await page.getByRole('link', { name: 'EV70', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'EV70' })).toBeVisible()

  const phases = page.getByRole('list', { name: 'Phases' }).getByRole('listitem')
  await expect(phases).toHaveText([/Received/, /Validated/, /Claimed/, /Effect uncertain/, /Completed/])
  for (const phase of await phases.all()) await expect(phase.getByText(/^\d{2}:\d{2}:\d{2}/)).toBeVisible()

  const operation = page.getByRole('region', { name: /create-review-item/ })
  await expect(operation.getByText(/^\W*Confirmed$/)).toBeVisible()
  // The one attempt was lost; that it acted was found out afterwards.
  await expect(operation.getByRole('region', { name: 'Side effects' }).getByRole('listitem')).toHaveText([
    /Attempt 1 .*→ lost/,
  ])
  await expect(operation.getByRole('definition').filter({ hasText: 'R70' })).toBeVisible()

  const deliveries = page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem')
  await expect(deliveries).toHaveText([
    /EV70-D1.*Accepted/,
    /EV70-D2.*Duplicate/,
    /EV70-D3.*Duplicate/,
    /EV70-D4.*Duplicate/,
  ])

  const ledger = page.getByRole('region', { name: 'Ledger' })
  await expect(ledger.getByText(/Effect uncertain/)).toBeVisible()
  await expect(ledger.getByText(/reference R70/).first()).toBeVisible()

  const packets = await findPackets(product.dataDir)
  const items = await fetch(`${packets}/items?reference=P11`)
  expect(await items.json()).toMatchObject({ items: [{ id: 'R70', event: 'EV70' }] })
})

function deliveriesOf(pool: Pool, eventId: string): Promise<number> {
  const its = `event_id IN (SELECT e.id FROM event e JOIN source s ON s.id = e.source_id WHERE s.demo AND e.provider_event_id = $1)`
  return count(pool, 'delivery', its, [eventId])
}

test('the overview tells deliveries, events and effects apart', async ({ page, signInAs, provider }) => {
  await signInAs('viewer')
  const figures = async () => {
    await page.goto('/')
    const report = page.getByLabel('Operator report')
    const figure = async (name: string) => {
      const text = await report
        .getByRole('term')
        .filter({ hasText: name })
        .locator('..')
        .getByRole('definition')
        .first()
        .textContent()
      return Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''))
    }
    return { deliveries: await figure('Deliveries observed'), events: await figure('Distinct events accepted') }
  }
  const before = await figures()
  await provider.delivered('completed', { id: 'EV-seen' })
  await provider.deliver({ id: 'EV-seen' })
  await provider.deliver({ id: 'EV-seen' })
  const after = await figures()
  expect(after.deliveries - before.deliveries).toBeGreaterThanOrEqual(3)
  expect(after.events - before.events).toBeGreaterThanOrEqual(1)
  expect(after.deliveries - before.deliveries).toBeGreaterThan(after.events - before.events)
})
