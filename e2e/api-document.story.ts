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

test('people find the calls in the API document by what they are about', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto('/api/docs')
  await expect(page).toHaveTitle('Vakt API')
  // Closed at first: the viewer works on the whole document on the thread that answers a click.
  await expect(page.getByRole('link', { name: 'ticket', exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Open a ticket', { exact: true })).toHaveCount(0)
})
