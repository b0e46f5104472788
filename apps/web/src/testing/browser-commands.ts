import type { BrowserCommand } from 'vitest/node'

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulate: (media: { colorScheme: 'light' | 'dark' }) => Promise<void>
    holdScripts: () => Promise<void>
    releaseScripts: () => Promise<void>
  }
}

/** What the system of the user prefers. */
export const emulate: BrowserCommand<[{ colorScheme: 'light' | 'dark' }]> = ({ page }, { colorScheme }) =>
  page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

let release = () => {}

/** From now on scripts do not arrive, until they are released. */
export const holdScripts: BrowserCommand<[]> = async ({ page }) => {
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/src\/.*\.tsx?(\?|$)/, async (route) => {
    await held
    await route.fallback()
  })
}

export const releaseScripts: BrowserCommand<[]> = async () => release()
