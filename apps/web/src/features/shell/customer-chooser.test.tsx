import { QueryClient } from '@tanstack/react-query'
import type { Customer } from '@vakt/contract/customers/customers.ts'
import { featureKeys } from '@vakt/contract/features.ts'
import type { UserContext } from '@vakt/contract/users/session.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refreshSession } from '#web/platform/session.ts'
import { changeSignInState } from '#web/platform/sign-in-state.ts'
import { expectTexts } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { CustomerChooser } from './customer-chooser.tsx'

const customer = {
  customer_id: '1000',
  customer_name: 'Provider',
  role_feature_mappings: [{ role: 'operator', features: [...featureKeys] }],
} as unknown as Customer
const user = {
  customer_id: '1000',
  permissions: ['operator'],
  own_roles: [],
  resource_limit: null,
  sees_own_customer: false,
} as unknown as UserContext
const openIncidents = { critical: 0, high: 0, medium: 0, low: 0 }
const rowOf = ([customerId, name]: [string, string]) => ({ customerId, name, openIncidents })
const tickets = { unassigned: 0, breaching: 0, mine: 0, waiting: 0 }

let asked = new Map<string, (customers: [string, string][]) => void>()

/** The server answers each search for customers when the test says so, and all else at once. */
beforeEach(async () => {
  asked = new Map()
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const { pathname, searchParams } = new URL(String(address), location.origin)
    if (pathname.endsWith('/admin/customer'))
      return new Promise((resolve) => {
        asked.set(searchParams.get('q') ?? '', (customers) =>
          resolve(Response.json({ result: customers.map(rowOf), continuation_token: null })),
        )
      })
    if (pathname.endsWith('/customer-state')) return Promise.resolve(Response.json({ result: { customers: [], tickets } }))
    return Promise.resolve(Response.json({ result: pathname.includes('/usercontext') ? user : customer }))
  })
  changeSignInState({ authed: true, initiated: true, ready: true, accessToken: 'token', expires: Date.now() / 1000 + 3600 })
  await refreshSession()
})
afterEach(() => vi.restoreAllMocks())

async function answer(q: string, customers: [string, string][]): Promise<void> {
  await expect.poll(() => asked.has(q)).toBe(true)
  asked.get(q)?.(customers)
}

const choices = page.getByRole('option')

test('Enter before the answer goes to the customer that is found, not to one that stood there before', async () => {
  const { history } = renderPart(<CustomerChooser shownCustomerId={null} />, { client: new QueryClient() })
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  await answer('', [
    ['1001', 'Nordan'],
    ['1002', 'Fjällbo'],
  ])
  await expectTexts(choices, [/^All customers/, /^Nordan/, /^Fjällbo/])
  await userEvent.keyboard('fj{Enter}')
  await expect.poll(() => asked.has('fj')).toBe(true)
  expect(history.location.search).toBe('')
  await answer('fj', [['1002', 'Fjällbo']])
  await expect.poll(() => history.location.search).toContain('customer=1002')
})

test('Enter before an answer that finds no customer goes nowhere', async () => {
  const { history } = renderPart(<CustomerChooser shownCustomerId={null} />, { client: new QueryClient() })
  await answer('', [['1001', 'Nordan']])
  await expectTexts(choices, [/^All customers/, /^Nordan/])
  await userEvent.keyboard('fj{Enter}')
  await answer('fj', [])
  await expect.element(page.getByRole('status').filter({ hasText: 'No customer matches “fj”.' })).toBeVisible()
  expect(history.location.search).toBe('')
})
