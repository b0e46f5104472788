import { operations } from '@vakt/contract/operations.ts'
import { expect, test } from './story.ts'

type Described = { operationId?: string; summary?: string; responses?: Record<string, unknown> }
type ApiDocument = { openapi: string; info: { title: string; version: string }; paths: Record<string, Record<string, Described>> }

const inBraces = (path: string) => `/api/v1${path.replace(/:(\w+)/g, '{$1}')}`

test('the API document names every operation of the contract once and refers to nothing that is missing', async ({ request }) => {
  const document = (await (await request.get('/api/v1/openapi.json')).json()) as ApiDocument
  expect(document.openapi).toMatch(/^3\.1\./)
  const described = Object.values(document.paths).flatMap((path) => Object.values(path))
  const ids = described.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [name, { method, path }] of Object.entries(operations)) {
    const operation = document.paths[inBraces(path)]?.[method.toLowerCase()]
    expect(operation?.operationId, `${method} ${path}`).toBe(name)
    expect(Object.keys(operation?.responses ?? {}).length, name).toBeGreaterThan(0)
  }
  for (const [, reference = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = reference.split('/').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)
    expect(target, reference).toBeDefined()
  }
})

test('people can read the API document', async ({ page, request }) => {
  const document = (await (await request.get('/api/v1/openapi.json')).json()) as ApiDocument
  const summaries = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ summary = '' }) => summary))
  await page.goto('/api/docs')
  await expect(page).toHaveTitle('Vakt API')
  await expect(page.getByText(summaries[0] ?? '', { exact: true }).first()).toBeVisible()
  // Only what is on the screen and near it is in the page.
  const seen = new Set<string>()
  await expect(async () => {
    for (const text of await page.locator('.opblock-summary-description').allTextContents()) seen.add(text)
    await page.mouse.wheel(0, 500)
    expect(summaries.filter((summary) => !seen.has(summary))).toEqual([])
  }).toPass({ intervals: [50] })
  const createTicket = page.getByText('Open a ticket', { exact: true })
  await expect(async () => {
    await page.mouse.wheel(0, -300)
    expect(await createTicket.count()).toBe(1)
  }).toPass({ intervals: [50] })
  await createTicket.click()
  await expect(page.getByRole('heading', { name: 'Responses' })).toBeVisible()
})
