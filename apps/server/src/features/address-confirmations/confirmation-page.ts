import type { Language } from '@vakt/contract/users/session.ts'
import type { Pool } from 'pg'
import { inTransaction, presenting } from '#server/platform/database/transaction.ts'
import type { LinkPage } from '#server/platform/http/link-pages.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { confirmationTexts } from './confirmation.texts.ts'
import { readCustomerOfAddress, readPresentedAddress, writeConfirmed } from './confirmed-address-table.ts'
import { hashOfConfirmation } from './resolve-addresses.ts'

const form = /^vakt_confirm_[A-Za-z0-9_-]{43}$/
const validForMs = 14 * 86_400_000

type Shown = { language: Language; state: 'open' | 'confirmed' | 'expired'; customerId: string; customer: string; address: string }

/** What a link says now; undefined where there is no address behind it. Changes nothing. */
async function readLink(pool: Pool, token: string, now: Date): Promise<Shown | undefined> {
  if (!form.test(token)) return undefined
  const hash = hashOfConfirmation(token)
  const found = await presenting(pool, { confirmation_hash: hash.toString('hex') }, (transaction) =>
    readPresentedAddress(transaction, hash),
  )
  if (!found) return undefined
  const { customerId, address, askedAt, confirmedAt } = found
  const customer = await inTransaction({ pool }, customerId, (transaction) => readCustomerOfAddress(transaction, customerId))
  const isOver = now.getTime() - askedAt.getTime() > validForMs
  const state = confirmedAt ? 'confirmed' : isOver ? 'expired' : 'open'
  return { language: customer?.language ?? 'en', state, customerId, customer: customer?.name ?? '', address }
}

async function confirm(pool: Pool, shown: Shown, { now, requestId }: { now: Date; requestId: string }): Promise<void> {
  const { customerId, address } = shown
  await inTransaction({ pool }, customerId, async (transaction) => {
    await writeConfirmed(transaction, customerId, address, now)
    const actor = { type: 'system', job: 'address-confirmation' } as const
    await recordAction(transaction, { actor, now, requestId }, customerId, { action: 'address.confirm', target: address })
  })
}

const viewOf = (shown: Shown | undefined) => {
  if (!shown) return undefined
  const { language, state, customer, address } = shown
  const words = confirmationTexts[language]
  if (state === 'open') return { language, says: words.question(customer, address), button: words.confirm }
  return { language, says: state === 'confirmed' ? words.confirmed(customer, address) : words.expired }
}

/** Where the links in mails that ask for confirmation lead: confirms the address. */
export const confirmationLink = (pool: Pool): LinkPage => ({
  path: '/confirm-address',
  texts: confirmationTexts,
  read: async (token, { now }) => viewOf(await readLink(pool, token, now)),
  async act(token, at) {
    const shown = await readLink(pool, token, at.now)
    if (shown?.state === 'open') await confirm(pool, shown, at)
    return viewOf(await readLink(pool, token, at.now))
  },
})
