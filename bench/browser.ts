import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Vakt } from './start-vakt.ts'

const programArguments = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** Runs the work in a real Chromium, which is closed afterwards. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: programArguments })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** A browser of its own with nothing in its cache. */
export function openContext(browser: Browser, vakt: Vakt, state?: SignedIn): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: vakt.origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    ...(state && { storageState: state }),
  })
}

export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

const customerAdmin = 'admin@nordan.example'
export const staffAccount = 'staff@vakt.example'

/** Signs in as people do; as the administrator of customer 1001 unless someone else is named. */
export async function signIn(page: Page, account = customerAdmin): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: account }).click()
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
}

/** What a browser keeps of someone who signed in before. */
export async function readSignedIn(browser: Browser, vakt: Vakt, account?: string): Promise<SignedIn> {
  const context = await openContext(browser, vakt)
  try {
    await signIn(await context.newPage(), account)
    return await context.storageState()
  } finally {
    await context.close()
  }
}

export function accessTokenOf({ origins }: SignedIn): string {
  const stored = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name.startsWith('vakt.user:'))
  return (JSON.parse(stored?.value ?? '{}') as { access_token?: string }).access_token ?? ''
}
