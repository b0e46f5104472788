import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { PhoneChannel } from './phone-provider.ts'

export type NumberProblem = 'number_wrong' | 'country_not_allowed'

/** Those that cost the caller more than a call, or that nobody has in a pocket. */
const refusedTypes = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'UAN', 'VOICEMAIL', 'TOLL_FREE'])

export const isCountry = (code: string): boolean => isSupportedCountry(code)

/**
 * A telephone number as E.164, or what is wrong with it: not a number that can be assigned, a landline where an SMS is to go, a premium number,
 * an extension, or a country that is not allowed. Without a country it is a Swedish one.
 */
export function readNumber(
  text: string,
  { channel, countries }: { channel: PhoneChannel; countries: readonly string[] },
): { number: string } | { problem: NumberProblem } {
  const parsed = text.length <= 40 ? parsePhoneNumberFromString(text, 'SE') : undefined
  if (!parsed?.isValid() || parsed.ext) return { problem: 'number_wrong' }
  const type = parsed.getType()
  if (type && refusedTypes.has(type)) return { problem: 'number_wrong' }
  if (channel === 'sms' && type === 'FIXED_LINE') return { problem: 'number_wrong' }
  if (!parsed.country || !countries.includes(parsed.country)) return { problem: 'country_not_allowed' }
  return { number: parsed.number }
}
