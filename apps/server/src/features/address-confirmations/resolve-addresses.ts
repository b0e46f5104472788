import { createHash, randomBytes } from 'node:crypto'
import type { DeliverySettings } from '#server/features/deliveries/message.ts'
import { planMessages } from '#server/features/deliveries/plan-deliveries.ts'
import { findPersons, type Recipient } from '#server/features/deliveries/recipients.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { isPlainAddress } from '#server/platform/mail/mail-settings.ts'
import { confirmationTexts } from './confirmation.texts.ts'
import { readAddressesForAllCustomers, readCustomerOfAddress, writeAsked } from './confirmed-address-table.ts'

export type ResolvedAddress = {
  address: string
  /** Null where it gets nothing. */
  recipient: Recipient | null
  problem: 'invalid' | 'unconfirmed' | null
  /** Its owner was asked within the last day. */
  isAsked: boolean
}

const askAgainAfterMs = 86_400_000

/** The hash under which the token of a link is kept. */
export const hashOfConfirmation = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Who is behind these addresses: users of the customer and of the provider, anyone in their mail domains, and those outside who confirmed that they
 * want mails. The transaction must be of the worker.
 */
export async function resolveAddresses(
  transaction: Transaction,
  customerId: string,
  written: readonly string[],
  now: Date,
): Promise<ResolvedAddress[]> {
  const addresses = [...new Set(written.map((address) => address.trim().toLowerCase()))]
  const known = await readAddressesForAllCustomers(transaction, customerId, addresses)
  const customer = await readCustomerOfAddress(transaction, customerId)
  const persons = await findPersons(
    transaction,
    known.flatMap(({ userId }) => userId ?? []),
  )
  return known.map(({ address, userId, isOfOwnDomain, confirmedAt, askedAt }) => {
    const isAsked = askedAt !== null && now.getTime() - askedAt.getTime() < askAgainAfterMs
    if (!isPlainAddress(address)) return { address, recipient: null, problem: 'invalid', isAsked }
    const person = persons.find((one) => one.userId === userId)
    if (person) return { address, recipient: person, problem: null, isAsked }
    if (!isOfOwnDomain && !confirmedAt) return { address, recipient: null, problem: 'unconfirmed', isAsked }
    const { language = 'en', timeZone = 'UTC' } = customer ?? {}
    return { address, recipient: { userId: null, customerId, name: address, email: address, language, timeZone }, problem: null, isAsked }
  })
}

/** Asks the owner of an address outside whether they want the customer's mails, at most once a day. */
export async function askForConfirmation(
  transaction: Transaction,
  customerId: string,
  { address, isAsked }: ResolvedAddress,
  { settings, now }: { settings: DeliverySettings; now: Date },
): Promise<void> {
  if (isAsked) return
  const { name = customerId, language = 'en', timeZone = 'UTC' } = (await readCustomerOfAddress(transaction, customerId)) ?? {}
  const token = `vakt_confirm_${randomBytes(32).toString('base64url')}`
  await writeAsked(transaction, customerId, { address, tokenHash: hashOfConfirmation(token), now })
  const words = confirmationTexts[language]
  const recipient = { userId: null, customerId, name: address, email: address, language, timeZone }
  await planMessages(
    transaction,
    [
      {
        recipient,
        customerId,
        kind: 'address_confirmation',
        isAddressed: true,
        subject: words.subject(name),
        isAnswerable: false,
        blocks: () => [
          { type: 'headline', text: words.headline, over: name },
          { type: 'text', text: words.asks(name) },
          { type: 'button', text: words.confirm, url: `${settings.origin}/confirm-address/${token}` },
          { type: 'text', text: words.otherwise },
        ],
      },
    ],
    settings,
    now,
  )
}
