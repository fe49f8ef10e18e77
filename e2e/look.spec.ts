import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Provider } from './stage/provider.ts'

/** Makes what a page is to show and says where the page is. */
type Make = (provider: Provider) => Promise<string> | string

const lists = ['deliveries', 'uncertain', 'conflicts', 'failures', 'sources', 'destinations', 'audit', 'people']

const pages: Record<string, Make> = {
  overview: () => '/',
  events: ({ name }) => `/events?source=${name}`,
  'completed event': async (provider) => `/events/${await provider.delivered('completed')}`,
  'uncertain event': async (provider) => `/events/${await provider.uncertain()}`,
  'failed event': async (provider) => `/events/${await provider.failed()}`,
  conflict: (provider) => provider.conflict(),
  ...Object.fromEntries(lists.map((list): [string, Make] => [list, () => `/${list}`])),
}

for (const [name, make] of Object.entries(pages)) {
  test(`the page of ${name} is sound for everybody, light and dark, and fits 390 pixels`, async ({
    page,
    signInAs,
    provider,
  }) => {
    await provider.uncertain()
    await provider.failed()
    await provider.conflict()
    const path = await make(provider)
    await signInAs('admin')
    await page.goto(path)
    await expectSound(page)
  })
}

test('so is the sign-in page', async ({ page }) => {
  await page.goto('/sign-in')
  await expectSound(page)
})

async function expectSound(page: Page) {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(found, `what axe finds in the ${colorScheme}`).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}
