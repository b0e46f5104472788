import { expect, type Locator, type Page } from '@playwright/test'

/** Clicks the label around a radio button or a switch, since what it is for cannot be seen; waits until it no longer moves. */
export const choose = (page: Page, name: string | RegExp, role: 'radio' | 'switch' = 'radio'): Promise<void> =>
  page
    .locator('label')
    .filter({ has: page.getByRole(role, { name }) })
    .click()

/**
 * Types into the search in `place` and chooses the first such row of what the server found: the rows of the answer before would move away under the
 * pointer.
 */
export async function chooseFound(place: Locator, typed: string, row: { hasText: string }): Promise<void> {
  const search = place.getByRole('combobox')
  await search.fill(typed)
  await expect(search).toHaveAttribute('aria-busy', 'false')
  await place.getByRole('option').filter(row).first().click()
}
