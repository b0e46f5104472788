import type { Locator, Page } from '@playwright/test'

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
export const landing = (page: Page): Locator => page.getByRole('heading', { name: 'Your cloud, watched around the clock' })
