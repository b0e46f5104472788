import { expect, type Locator, type Page } from '@playwright/test'

const maxPresses = 80

/** Presses Tab, as people without a mouse do, until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab never reached ${target}.`)
}
