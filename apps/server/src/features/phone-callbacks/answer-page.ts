import type { Language } from '@vakt/contract/users/session.ts'
import type { Pool } from 'pg'
import type { PhoneDelivery } from '#server/features/deliveries/find-phone-delivery.ts'
import { takesKey } from '#server/features/deliveries/phone-channel.ts'
import { acknowledgeAs, type PageLink } from '#server/features/page-links/acknowledge-page.ts'
import { findPageOfReply } from '#server/features/paging/linked-page.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { readNumber } from '#server/platform/phone/read-number.ts'
import { phoneCallbackTexts } from './phone-callback.texts.ts'

export type Door = Pick<Context, 'pool' | 'ports' | 'log' | 'now' | 'requestId'>

const validMs = 24 * 3_600_000

function describe(link: PageLink): string {
  const words = phoneCallbackTexts[link.language]
  if (link.state === 'acknowledged') return words.acknowledged(link.by)
  return link.state === 'open' ? words.noAccess : words[link.state]
}

/** Acknowledges what a call is about as the person whose phone it is, and answers what to say. Null: it was a call without a question. */
export async function answerCall(door: Door, call: PhoneDelivery, key: string): Promise<{ text: string; language: Language } | null> {
  const { deliveryId, customerId, incidentId, recipientId: userId, recipientName: personName, language, createdAt, kind } = call
  if (!takesKey(call) || incidentId === null || userId === null) return null
  if (key !== '1') return { text: phoneCallbackTexts[language].otherKey, language }
  const page = { customerId, incidentId, userId, personName, language, validUntil: new Date(createdAt.getTime() + validMs) }
  const link = await acknowledgeAs(door, { ...page, pageId: kind === 'page' ? deliveryId : null }, 'phone key')
  return { text: describe(link), language }
}

/** Acknowledges the page whose code stands in an SMS from the phone that it was sent to. Null: there is nothing to say to who wrote. */
export async function answerReply(
  door: Door,
  worker: Pool,
  { from, text, countries }: { from: string; text: string; countries: readonly string[] },
): Promise<string | null> {
  const code = /(?<!\d)\d{4}(?!\d)/.exec(text.slice(0, 200))?.[0]
  const read = readNumber(from, { channel: 'sms', countries })
  if (!code || 'problem' in read) return null
  const { now } = door
  const page = await workForAllCustomers({ pool: worker }, (transaction) =>
    findPageOfReply(transaction, { number: read.number, code, now }),
  )
  return page ? describe(await acknowledgeAs(door, { ...page, validUntil: new Date(now.getTime() + validMs) }, 'sms reply')) : null
}
