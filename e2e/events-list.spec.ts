import { expect, test } from './fixtures.ts'

test('filters stand in the address, survive a reload and go away together', async ({ page, signInAs, provider }) => {
  const failed = await provider.failed()
  await provider.delivered('completed')
  await signInAs('viewer')
  await page.goto('/events')
  await page
    .getByRole('combobox', { name: 'Source' })
    .or(page.getByRole('textbox', { name: 'Source' }))
    .first()
    .click()
  await page.getByRole('option', { name: provider.name }).click()
  await expect(page).toHaveURL(new RegExp(`source=${provider.name}`))
  const rows = page.getByRole('table', { name: 'Events' }).getByRole('row')
  await expect(rows).toHaveCount(3)

  await page
    .getByRole('navigation', { name: 'State' })
    .getByRole('link', { name: /Failed/ })
    .click()
  await expect(page).toHaveURL(/state=failed/)
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await rows.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/events/${failed}$`))
  await page.goBack()
  await expect(rows).toHaveCount(2)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/source=/)
})

test('paging shows every event exactly once, however many arrive meanwhile', async ({ page, signInAs, provider }) => {
  const ids = Array.from({ length: 130 }, (_, index) => `EV-page-${index}`)
  await Promise.all(ids.map((id) => provider.deliver({ id })))
  await signInAs('viewer')
  await page.goto(`/events?source=${provider.name}`)
  const seen: string[] = []
  const links = page.getByRole('table', { name: 'Events' }).getByRole('link')
  const older = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /Older/ })
  for (let pages = 0; pages < 10; pages++) {
    await expect(links.first()).toBeVisible()
    seen.push(...(await links.allInnerTexts()))
    await provider.deliver({ id: `EV-late-${pages}` })
    if ((await older.count()) === 0) break
    const url = page.url()
    await older.click()
    await expect(page).not.toHaveURL(url)
    await expect(links.first()).not.toHaveText(seen.at(-1) ?? '')
  }
  expect(seen.toSorted()).toEqual(ids.toSorted())
  expect(seen.length).toBeGreaterThan(100)

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /Newer/ }).click()
  await expect(page).toHaveURL(/after=/)
})

test('whatever was pasted finds its event', async ({ page, signInAs, provider, product }) => {
  const event = await provider.delivered('completed', { id: `EV-${provider.name}` })
  const { rows } = await product.pool.query<{ key: string }>('SELECT key FROM operation WHERE event_id = $1', [event])
  await signInAs('viewer')
  for (const pasted of [`EV-${provider.name}`, rows[0]?.key ?? '', `  EV-${provider.name}  `]) {
    await page.goto('/')
    await page.getByRole('searchbox').fill(pasted)
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(new RegExp(`/events/${event}$`))
  }
  await page.getByRole('searchbox').fill('no-such-thing')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('Nothing has this id, key or reference')).toBeVisible()
})
