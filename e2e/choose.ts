import type { Page } from '@playwright/test'

/** Clicks the label around a radio button or a switch, since what it is for cannot be seen; waits until it no longer moves. */
export const choose = (page: Page, name: string | RegExp, role: 'radio' | 'switch' = 'radio'): Promise<void> =>
  page
    .locator('label')
    .filter({ has: page.getByRole(role, { name }) })
    .click()
