import type { Customer } from '@vakt/contract/customers/customers.ts'
import type { UserContext } from '@vakt/contract/users/session.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { changePhoto, currentSession, refreshSession } from './session.ts'
import { changeSignInState } from './sign-in-state.ts'

afterEach(() => vi.restoreAllMocks())

test('what the user changed while their context was loaded again stays changed', async () => {
  const customer = { customer_id: '1001', role_feature_mappings: [] } as unknown as Customer
  const user = { customer_id: '1001', permissions: [], own_roles: [], has_own_photo: true } as unknown as UserContext
  const stored = { ...user }
  const answers: (() => void)[] = []
  let isHeld = false
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    const { pathname } = new URL(String(address), location.origin)
    if (pathname.includes('/photo')) {
      stored.has_own_photo = false
      return Promise.resolve(Response.json({ result: { ...stored } }))
    }
    const result = pathname.includes('/usercontext') ? { ...stored } : customer
    if (!isHeld || init?.method !== 'POST') return Promise.resolve(Response.json({ result }))
    return new Promise((resolve) => answers.push(() => resolve(Response.json({ result }))))
  })
  changeSignInState({ authed: true, initiated: true, ready: true, accessToken: 'token', expires: Date.now() / 1000 + 3600 })
  await refreshSession()

  isHeld = true
  const refreshed = refreshSession()
  await expect.poll(() => answers.length).toBe(1)
  await changePhoto(null)
  isHeld = false
  answers[0]?.()
  await refreshed
  expect(currentSession()?.user.has_own_photo).toBe(false)
})
