import { expect, test } from './fixtures.ts'

test('an admin takes a role away, and the person meets it at once', async ({ page, signInAs, elsewhere, provider }) => {
  const event = await provider.failed()
  const { page: theirs, person: operator } = await elsewhere('operator')
  await theirs.goto(`/events/${event}`)
  await expect(theirs.getByRole('button', { name: 'Retry…' })).toBeVisible()

  await signInAs('admin')
  await page.goto('/people')
  await page.getByRole('button', { name: `Change ${operator.email}` }).click()
  await page.getByRole('menuitem', { name: 'Make viewer…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make viewer' }).click()
  await expect(page.getByRole('row', { name: operator.email }).getByText('viewer')).toBeVisible()

  await theirs.reload()
  await expect(theirs.getByText('Acting on events takes the role operator.')).toBeVisible()
})

test('a person who is shut out is signed out at once', async ({ page, signInAs, elsewhere }) => {
  const { page: theirs, person } = await elsewhere('operator')
  await theirs.goto('/events')
  await expect(theirs.getByText(person.email)).toBeVisible()

  await signInAs('admin')
  await page.goto('/people')
  await page.getByRole('button', { name: `Change ${person.email}` }).click()
  await page.getByRole('menuitem', { name: 'Disable…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('row', { name: person.email }).getByText('disabled')).toBeVisible()

  await theirs.goto('/events')
  await expect(theirs).toHaveURL(/\/sign-in/)
})

test('only admins see who has an account', async ({ page, signInAs, expectsErrors }) => {
  expectsErrors.push(/403/)
  await signInAs('operator')
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' })).toHaveCount(0)
  const response = await page.goto('/people')
  expect(response?.status()).toBe(403)
  await expect(page.getByRole('table', { name: 'People' })).toHaveCount(0)
})
