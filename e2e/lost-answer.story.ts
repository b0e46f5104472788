import type { Page } from '@playwright/test'
import { heading } from './screens.ts'
import { expect, test } from './story.ts'

/** The server carries out the first such request, and its answer is lost on the way. */
async function loseAnswer(page: Page, path: RegExp): Promise<void> {
  let isLost = false
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.fallback()
    isLost = true
    expect((await route.fetch()).status()).toBe(200)
    await route.abort('connectionreset')
  })
}

test('a ticket and a comment whose answers are lost are sent again, and are there once', async ({ openAs, expectError }) => {
  expectError(/ERR_CONNECTION_RESET|Failed to load resource/)
  const page = await openAs('admin', '/tickets/create')
  const subject = `Lost on the way ${crypto.randomUUID().slice(0, 8)}`
  await loseAnswer(page, /\/api\/v1\/customer\/1001\/ticket$/)
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await page.getByRole('textbox', { name: 'Description' }).fill('Every receipt comes out twice.')
  const create = page.getByRole('button', { name: 'Create ticket' })
  await create.click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await create.click()
  await expect(heading(page)).toHaveText(subject)

  await loseAnswer(page, /\/ticket\/\d+\/comment$/)
  const comment = page.getByRole('textbox', { name: 'Comment', exact: true })
  const send = page.getByRole('button', { name: 'Comment', exact: true })
  await comment.fill('Only once, please.')
  await send.click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(comment).toHaveValue('Only once, please.')
  await send.click()
  await expect(comment).toHaveValue('')
  await page.reload()
  await expect(page.getByText('Only once, please.')).toHaveCount(1)
  await page.goto(`/tickets/1001?q=${encodeURIComponent(subject)}`)
  await expect(page.getByRole('link', { name: subject })).toHaveCount(1)
})
