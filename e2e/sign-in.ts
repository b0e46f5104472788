import { expect, type Locator, type Page } from '@playwright/test'
import { type Person, people } from './people.ts'

/** Chooses an account on the page of the identity provider, as people do. */
export async function chooseAccount(page: Page, person: Person): Promise<void> {
  await page.getByRole('button', { name: people[person] }).click()
}

/** Opens a page signed out, presses *Sign in* and chooses the account. */
export async function signIn(page: Page, person: Person, address = '/'): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await chooseAccount(page, person)
  await expect(page.getByRole('button', { name: /^(Account of|Konto för)/ })).toBeVisible()
}

export async function openUserMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^(Account of|Konto för)/ }).click()
  return page.getByRole('dialog', { name: /^(Account|Konto)$/ })
}

/** The tokens that the page keeps. */
export async function readTokens(page: Page): Promise<{ idToken: string; accessToken: string }> {
  const stored = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('vakt.user:'))?.[1])
  const { id_token: idToken = '', access_token: accessToken = '' } = JSON.parse(stored ?? '{}') as Record<string, string>
  return { idToken, accessToken }
}
