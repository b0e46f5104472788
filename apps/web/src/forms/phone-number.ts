/** Digits and what people write between them: spaces, dots, dashes, parentheses and slashes. */
const written = /^\+?[\d\s().\u2010-\u2013/-]+$/
const e164 = /^\+[1-9]\d{6,14}$/

/**
 * `070-123 45 67` as E.164, `+46701234567`; a number without a country is of `countryCode`. What cannot be a telephone number stays as it
 * was typed.
 */
export function toE164(text: string, countryCode = '46'): string {
  const given = text.trim()
  if (!written.test(given)) return given
  // +46 (0)70 123 45 67: the zero is dialled within the country only.
  const dialled = given.replace(/^((?:\+|00)\d+)\s*\(0\)/, '$1').replace(/[^\d+]/g, '')
  const international = dialled.replace(/^00/, '+').replace(/^0/, `+${countryCode}`)
  return e164.test(international) ? international : given
}

export const isE164 = (text: string): boolean => e164.test(text)
