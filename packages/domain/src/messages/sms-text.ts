// 3GPP TS 23.038: the default alphabet of SMS, and the characters of its extension table, which take two places.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('^{}\\[~]|€\f')

const replacements: Record<string, string> = {
  '–': '-',
  '—': '-',
  '−': '-',
  '‑': '-',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\t': ' ',
  '•': '-',
}

export type SmsParts = {
  /** `ucs2` where a character is outside the alphabet of SMS: a part then holds 70 characters instead of 160. */
  encoding: 'gsm7' | 'ucs2'
  /** How many messages it is sent and paid as. */
  parts: number
  /** How many more characters fit into the last part. */
  left: number
}

export const maxSmsParts = 3

/** Typographic signs as those of the SMS alphabet, without control characters: dashes and quotation marks alone would double the price. */
export const tidySms = (text: string): string =>
  [...text.normalize('NFC').replace(/\r\n?/g, '\n')]
    .map((sign) => replacements[sign] ?? sign)
    .filter((sign) => sign === '\n' || !/\p{Cc}/u.test(sign))
    .join('')

/** The parts of a text as it stands (3GPP TS 23.038 and 23.040): one of 160 or 70 characters, or several of 153 or 67. */
export function countSmsParts(text: string): SmsParts {
  const signs = [...text]
  const isGsm = signs.every((sign) => basic.has(sign) || extended.has(sign))
  const sizes = signs.map((sign) => (isGsm ? (extended.has(sign) ? 2 : 1) : sign.length))
  const [single, several] = isGsm ? [160, 153] : [70, 67]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const encoding = isGsm ? 'gsm7' : 'ucs2'
  if (total <= single) return { encoding, parts: 1, left: single - total }
  let parts = 1
  let used = 0
  // A sign of two places is never split between parts.
  for (const size of sizes) {
    if (used + size > several) {
      parts += 1
      used = 0
    }
    used += size
  }
  return { encoding, parts, left: several - used }
}

/** The text as it is sent: tidy, and cut to three parts, the last of which then says so. */
export function fitSms(text: string, cutMark = '...'): string {
  const tidy = tidySms(text).trim()
  if (countSmsParts(tidy).parts <= maxSmsParts) return tidy
  const signs = [...tidy]
  let [low, high] = [0, Math.min(signs.length, maxSmsParts * 160)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (countSmsParts(signs.slice(0, middle).join('') + cutMark).parts <= maxSmsParts) low = middle
    else high = middle - 1
  }
  return signs.slice(0, low).join('').trimEnd() + cutMark
}
