import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { scheduleOf } from '@vakt/domain/processes/action-values.ts'
import { defaultCountries } from '#server/features/deliveries/phone-channel.ts'
import { Invalid } from '#server/platform/errors.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { type NumberProblem, readNumber } from '#server/platform/phone/read-number.ts'

const messages: Record<NumberProblem, { message: string; key: string }> = {
  number_wrong: { message: 'This number cannot be reached by this step. An SMS needs a mobile phone.', key: 'process.phone_unreachable' },
  country_not_allowed: { message: 'Numbers of this country are not allowed.', key: 'process.phone_country' },
}

const keyOf = (action: ProcessAction) => ('phoneNumber' in action ? `${action.type} ${action.phoneNumber}` : '')

/** A number that was there before stays; a new one must be one that can be called or written to. Throws Invalid. */
export function refuseUnreachableNumbers(
  actions: readonly ProcessAction[],
  before: readonly ProcessAction[],
  phone: PhoneSettings | undefined,
): void {
  const kept = new Set(before.map(keyOf))
  const countries = phone?.countries ?? defaultCountries
  const errors = actions.flatMap((action, index) => {
    if (!('phoneNumber' in action) || scheduleOf(action.phoneNumber) !== null || kept.has(keyOf(action))) return []
    const read = readNumber(action.phoneNumber, { channel: action.type === 'sms' ? 'sms' : 'voice', countries })
    if (!('problem' in read)) return []
    const { message, key } = messages[read.problem]
    return [{ property: `actions.${index}.phoneNumber`, message, message_translation_key: key }]
  })
  if (errors.length > 0) throw new Invalid(errors)
}
