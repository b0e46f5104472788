import type { Pool } from 'pg'
import { readStopToken } from '#server/features/deliveries/stop-link.ts'
import { inTransaction, presenting } from '#server/platform/database/transaction.ts'
import type { LinkPage } from '#server/platform/http/link-pages.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { contactMailTexts } from './contact-mail.texts.ts'
import { type PresentedContact, readCustomerName, readPresentedContact, writeStopped } from './contact-table.ts'

type Shown = PresentedContact & { customer: string }

/** The contact of a link; undefined where its signature is not that of a contact. Changes nothing. */
async function readLink(pool: Pool, token: string): Promise<Shown | undefined> {
  const read = readStopToken(token)
  if (!read) return undefined
  const found = await presenting(pool, { incident_contact: read.contactId }, (transaction) =>
    readPresentedContact(transaction, read.contactId),
  )
  if (!found || !read.isSignedBy(found.stopKey)) return undefined
  const { customerId } = found
  const name = await inTransaction({ pool }, customerId, (transaction) => readCustomerName(transaction, customerId))
  return { ...found, customer: name ?? '' }
}

async function stop(pool: Pool, { customerId, contactId, address }: Shown, at: { now: Date; requestId: string }): Promise<void> {
  await inTransaction({ pool }, customerId, async (transaction) => {
    await writeStopped(transaction, customerId, contactId, at.now)
    const actor = { type: 'system', job: 'stop-incident-mails' } as const
    await recordAction(transaction, { actor, ...at }, customerId, { action: 'incident-contacts.stop', target: address })
  })
}

const viewOf = (shown: Shown | undefined) => {
  if (!shown) return undefined
  const { language, isStopped, customer, address } = shown
  const words = contactMailTexts[language]
  return isStopped
    ? { language, says: words.stopped(customer, address) }
    : { language, says: words.stopQuestion(customer, address), button: words.stop }
}

const { en, sv } = contactMailTexts

/** Where the links in mails to contacts without an account lead: stops the mails. */
export const stopLink = (pool: Pool): LinkPage => ({
  path: '/stop-incident-mails',
  texts: { en: { ...en, title: en.stopTitle }, sv: { ...sv, title: sv.stopTitle } },
  read: async (token) => viewOf(await readLink(pool, token)),
  async act(token, at) {
    const shown = await readLink(pool, token)
    if (shown && !shown.isStopped) await stop(pool, shown, at)
    return viewOf(await readLink(pool, token))
  },
})
