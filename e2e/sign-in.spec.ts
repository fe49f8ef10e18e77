import type { Page } from '@playwright/test'
import { expect, type Person, test } from './fixtures.ts'

async function fillIn(page: Page, { email, password }: Person) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a person signs in where they wanted to go, and signs out for good', async ({ page, hasAccount }) => {
  const person = await hasAccount('viewer')
  await page.goto('/events?state=failed')
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await fillIn(page, person)
  await expect(page).toHaveURL(/\/events\?state=failed$/)
  await expect(page.getByText(person.email)).toBeVisible()

  const session = await page.context().storageState()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goto('/events')
  await expect(page).toHaveURL(/\/sign-in/)

  // Somebody who kept the cookie has nothing: the session itself has ended.
  await page.context().addCookies(session.cookies)
  await page.goto('/events')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a wrong password and an unknown address are told the same', async ({ page, hasAccount, expectsErrors }) => {
  expectsErrors.push(/401/)
  const { email } = await hasAccount('viewer')
  const told: (string | null)[] = []
  for (const tried of [email, `nobody-${email}`]) {
    await page.goto('/sign-in')
    await fillIn(page, { email: tried, password: 'not-the-password' })
    told.push(await page.getByRole('alert').filter({ hasText: /\w/ }).textContent())
    await expect(page).toHaveURL(/\/sign-in/)
  }
  expect(told[0]).toContain('is not right')
  expect(told[1]).toBe(told[0])
})

test('guessing is slowed down, and the wait is told', async ({ page, hasAccount, expectsErrors }) => {
  expectsErrors.push(/401/)
  const person = await hasAccount('viewer')
  await page.goto('/sign-in')
  const alert = page.getByRole('alert').filter({ hasText: /\w/ })
  for (let guess = 1; guess <= 6; guess++) {
    const answered = page.waitForResponse(/callback\/credentials/)
    await fillIn(page, { ...person, password: `guess-number-${guess}` })
    await answered
    await expect(alert).toBeVisible()
    if (await alert.getByText(/Too many attempts/).isVisible()) break
  }
  await expect(alert).toContainText(/Too many attempts failed\. Try again in \d+/)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
})

test('a place outside the product is no place to go after signing in', async ({ page, hasAccount }) => {
  const person = await hasAccount('viewer')
  await page.goto('/sign-in?next=https://evil.example/take')
  await fillIn(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})
