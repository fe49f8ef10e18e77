import { expect, test } from './fixtures.ts'
import { bodyOf } from './stage/sender.ts'

test('a payload is hidden until somebody who may asks for it, and the asking is in the audit', async ({
  page,
  signInAs,
  provider,
  product,
}) => {
  const secret = `only-in-the-payload-of-${provider.name}`
  const event = await provider.delivered('completed', { data: { secret } })
  const operator = await signInAs('operator')
  const audited = async () => {
    const { rows } = await product.pool.query(
      `SELECT object_id FROM audit_entry WHERE actor = $1 AND command = 'revealPayload'`,
      [operator.email],
    )
    return rows
  }
  const response = await page.goto(`/events/${event}`)
  expect(await response?.text()).not.toContain(secret)
  expect(await audited()).toEqual([])
  await page.getByRole('button', { name: 'Reveal payload' }).click()
  await expect(page.getByText(secret)).toBeVisible()
  expect(await audited()).toEqual([{ object_id: event }])

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download bytes' }).click()
  const stream = await (await downloading).createReadStream()
  const bytes = Buffer.concat(await stream.toArray())
  expect(bytes.toString()).toContain(secret)
})

test('a payload that would be a script is text wherever it stands', async ({ page, signInAs, provider, product }) => {
  const type = '<img src=x onerror=document.title=1>'
  const hostile = {
    id: `<b>${provider.name}</b>`,
    type,
    subject: '</script><script>document.title=2</script>',
    data: { name: 'abc\u202Etxt.exe', link: 'javascript:document.title=3', line: 'A'.repeat(30_000) },
  }
  const { event } = await provider.deliver(hostile)
  // The same identity with other content: it stands on the conflict's page too.
  await provider.deliver({ ...hostile, data: { other: '<script>document.title=4</script>' } })
  await signInAs('operator')
  const { rows: conflicts } = await product.pool.query('SELECT id FROM payload_conflict WHERE event_id = $1', [event])
  const conflict = `/conflicts/${conflicts[0]?.id}`
  for (const path of [
    `/events?source=${provider.name}`,
    '/',
    '/deliveries',
    '/conflicts',
    conflict,
    `/events/${event}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expectInert()
    if (path !== conflict) continue
    await page.getByRole('button', { name: 'Compare contents' }).click()
    await expect(page.getByText('<script>document.title=4</script>')).toBeVisible()
    await expectInert()
  }
  await expect(page.getByText(type).first()).toBeVisible()
  await page.getByRole('button', { name: 'Reveal payload' }).click()
  await expect(page.getByText('abc⟨U+202E⟩txt.exe')).toBeVisible()
  await expectInert()
  expect(bodyOf(hostile).includes('\u202E')).toBe(true)
  const { rows } = await product.pool.query(`SELECT hold FROM processing WHERE event_id = $1`, [event])
  expect(rows).toEqual([{ hold: 'conflict' }])

  async function expectInert() {
    await expect(page).toHaveTitle(/Replay Ledger$/)
    await expect(page.locator('main :is(img, script, b, a[href^="javascript:"])')).toHaveCount(0)
  }
})
