import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { PhoneNumber } from '@vakt/contract/on-call/phone-numbers.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import type { Pool } from 'pg'
import { type PlanOutcome, shortMessage } from '#server/features/deliveries/message.ts'
import { defaultCountries } from '#server/features/deliveries/phone-channel.ts'
import { planMessage, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { findPersons } from '#server/features/deliveries/recipients.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import type { MailAddress } from '#server/platform/mail/mail-settings.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { readNumber } from '#server/platform/phone/read-number.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  countFailedAttempt,
  deletePhoneNumber,
  isUserThere,
  type PhoneNumberRow,
  readPhoneNumber,
  writeConfirmation,
  writeUnconfirmedNumber,
} from './phone-number-table.ts'

/** `worker` writes the SMS with the code. */
export type PhoneNumberParts = { worker: Pool; from: MailAddress; phone: PhoneSettings | undefined }

type Answer = { phoneNumber: PhoneNumber | null; sendsSms: boolean }
type Whose = { customerId: string; userId: string }

const codeValidMs = 15 * 60_000
const maxFailedAttempts = 5
const maxCodesPerDay = 10

const words: Record<Language, (code: string, brand: string) => string> = {
  en: (code, brand) => `${code} is your code in ${brand}. It is valid for 15 minutes.`,
  sv: (code, brand) => `${code} är din kod i ${brand}. Den gäller i 15 minuter.`,
}

const hashOf = (code: string, { userId }: Whose, number: string): Buffer =>
  createHash('sha256').update(`${code} ${userId} ${number}`).digest()

const present = (row: PhoneNumberRow | undefined, { phone }: PhoneNumberParts): Answer => ({
  sendsSms: Boolean(phone?.sms),
  phoneNumber: row
    ? { number: row.number, isConfirmed: row.confirmedAt !== null, codeSentAt: row.codeSentAt?.toISOString() ?? null }
    : null,
})

const refusals: Record<Exclude<PlanOutcome, 'planned'>, () => Error> = {
  held_back: () =>
    Conflict.field('number', 'This number has had a message within five minutes. Try again a little later.', 'phone_number.held_back'),
  no_address: () => Invalid.field('number', 'Give the number of a mobile phone.', 'phone_number.wrong'),
  number_wrong: () => Invalid.field('number', 'Give the number of a mobile phone.', 'phone_number.wrong'),
  country_not_allowed: () => Invalid.field('number', 'Numbers of this country are not allowed.', 'phone_number.country'),
  language_not_spoken: () => Invalid.field('number', 'Give the number of a mobile phone.', 'phone_number.wrong'),
}

function whoCalls({ caller }: CallContext): Whose {
  if (!caller) throw new NotSignedIn()
  return { customerId: caller.customerId, userId: caller.userId }
}

async function read(context: Context, whose: Whose, parts: PhoneNumberParts): Promise<Answer> {
  return inTransaction(context, whose.customerId, async (transaction) =>
    present(await readPhoneNumber(transaction, whose.customerId, whose.userId), parts),
  )
}

/** Sets a number that is not used before its owner has confirmed it, and sends the code to it. */
async function save(context: Context, whose: Whose, given: string, { worker, from, phone }: PhoneNumberParts): Promise<void> {
  const { customerId, userId } = whose
  const { now } = context
  await workForAllCustomers({ pool: worker }, async (transaction) => {
    await waitForPlanningLock(transaction)
    const [person] = await findPersons(transaction, [userId])
    if (person?.customerId !== customerId) throw new NotFound()
    const before = await readPhoneNumber(transaction, customerId, userId, { lock: true })
    const sentToday = before?.codeSentAt?.toISOString().slice(0, 10) === now.toISOString().slice(0, 10) ? before.codesSent : 0
    if (sentToday >= maxCodesPerDay)
      throw Conflict.field('number', 'No more codes are sent today. Try again tomorrow.', 'phone_number.too_many_codes')
    const known = readNumber(given, { channel: 'sms', countries: phone?.countries ?? defaultCountries })
    if ('problem' in known) throw refusals[known.problem]()
    const { number } = known
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
    const deliveryId = randomUUID()
    const { language, name } = person
    const about = { customerId, kind: 'phone_code', isAddressed: true, private: true, recipient: person, deliveryId }
    const message = { ...about, ...shortMessage((brand) => words[language](code, brand)), to: { channel: 'sms' as const, address: number } }
    const outcome = await planMessage(transaction, message, { from, phone }, now)
    if (outcome !== 'planned') throw refusals[outcome]()
    const codeHash = hashOf(code, whose, number)
    await writeUnconfirmedNumber(transaction, customerId, userId, { number, codeHash, codesSent: sentToday + 1, now })
    await recordAction(transaction, context, customerId, { action: 'user.phone-number', target: userId, details: { name, number } })
  })
}

async function remove(context: Context, { customerId, userId }: Whose): Promise<void> {
  await inTransaction(context, customerId, async (transaction) => {
    const number = await deletePhoneNumber(transaction, customerId, userId)
    await recordAction(transaction, context, customerId, {
      action: 'user.remove-phone-number',
      target: userId,
      details: number === undefined ? {} : { number },
    })
  })
}

export const getOwnNumber = (context: CallContext, parts: PhoneNumberParts): Promise<Answer> => read(context, whoCalls(context), parts)

export async function saveOwnNumber(context: CallContext, number: string, parts: PhoneNumberParts): Promise<Answer> {
  await save(context, whoCalls(context), number, parts)
  return getOwnNumber(context, parts)
}

/** Harmless where there is none. */
export async function removeOwnNumber(context: CallContext): Promise<undefined> {
  await remove(context, whoCalls(context))
}

/** A wrong code counts; after five, or a quarter of an hour, a new one has to be asked for. */
export async function confirmOwnNumber(context: CallContext, code: string, parts: PhoneNumberParts): Promise<Answer> {
  const whose = whoCalls(context)
  const { customerId, userId } = whose
  const { now } = context
  const problem = await inTransaction(context, customerId, async (transaction) => {
    const row = await readPhoneNumber(transaction, customerId, userId, { lock: true })
    if (!row?.codeHash || !row.codeSentAt) return 'no_code'
    if (row.failedAttempts >= maxFailedAttempts || now.getTime() - row.codeSentAt.getTime() > codeValidMs) return 'code_over'
    if (!timingSafeEqual(row.codeHash, hashOf(code, whose, row.number))) {
      await countFailedAttempt(transaction, customerId, userId)
      return 'code_wrong'
    }
    await writeConfirmation(transaction, customerId, userId, now)
    await recordAction(transaction, context, customerId, {
      action: 'user.confirm-phone-number',
      target: userId,
      details: { number: row.number },
    })
    return null
  })
  if (problem) throw Conflict.field('code', codeProblems[problem], `phone_number.${problem}`)
  return getOwnNumber(context, parts)
}

const codeProblems = {
  no_code: 'There is no number to confirm.',
  code_over: 'This code is no longer valid. Ask for a new one.',
  code_wrong: 'This is not the code that was sent.',
} as const

async function findUser(context: Context, customerId: string, id: string): Promise<Whose> {
  const userId = readUuid(id)
  const isThere = await inTransaction(context, customerId, (transaction) => isUserThere(transaction, customerId, userId))
  if (!isThere) throw new NotFound()
  return { customerId, userId }
}

export const getUserNumber = async (context: Context, customerId: string, id: string, parts: PhoneNumberParts): Promise<Answer> =>
  read(context, await findUser(context, customerId, id), parts)

export async function saveUserNumber(
  context: Context,
  { customerId, userId: id, number }: Whose & { number: string | null },
  parts: PhoneNumberParts,
): Promise<Answer> {
  const whose = await findUser(context, customerId, id)
  await (number === null ? remove(context, whose) : save(context, whose, number, parts))
  return read(context, whose, parts)
}
