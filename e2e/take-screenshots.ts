import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import config from './playwright.config.ts'
import { signIn } from './sign-in.ts'
import startVakt from './start-vakt.ts'

const folder = path.join(path.dirname(import.meta.dirname), 'docs', 'images')

/** Takes the pictures of the README from a Vakt of its own with fresh demo content: `node e2e/take-screenshots.ts`. */
async function takeScreenshots(): Promise<void> {
  const stop = await startVakt()
  const { launchOptions = {}, locale, timezoneId } = config.use ?? {}
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await browser.newPage({
      baseURL: process.env.VAKT_ORIGIN ?? '',
      viewport: { width: 1440, height: 900 },
      colorScheme: 'light',
      ...(locale ? { locale } : {}),
      ...(timezoneId ? { timezoneId } : {}),
    })
    await signIn(page, 'admin', '/dashboard')
    await page.getByRole('figure').waitFor()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.getByRole('textbox', { name: 'Search resources' }).waitFor()
    await mkdir(folder, { recursive: true })
    await page.screenshot({ path: path.join(folder, 'dashboard.png'), animations: 'disabled' })
  } finally {
    await browser.close()
    await stop()
  }
}

await takeScreenshots()
