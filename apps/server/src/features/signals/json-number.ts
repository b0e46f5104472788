const code = (character: string) => character.charCodeAt(0)
const tableOf = (characters: string) =>
  Uint8Array.from({ length: 256 }, (_, byte) => (characters.includes(String.fromCharCode(byte)) ? 1 : 0))

const [minus, plus, dot, zero] = [code('-'), code('+'), code('.'), code('0')]
const isDigit = tableOf('0123456789')
const isExponentSign = tableOf('eE')

/** How far a number of JSON was read (RFC 8259, section 6). */
export const numberStart = 0
const leadingZero = 1
const integer = 2
const point = 3
const fraction = 4
const exponent = 5
const exponentSign = 6
const exponentDigits = 7

/** 1 for a first byte of a number. */
export const startsNumber = tableOf('-0123456789')

export const isCompleteNumber = (part: number): boolean =>
  part === integer || part === leadingZero || part === fraction || part === exponentDigits

function partAfterDigit(part: number, byte: number): number {
  if (part === numberStart) return byte === zero ? leadingZero : integer
  if (part === point) return fraction
  if (part === exponent || part === exponentSign) return exponentDigits
  return part === leadingZero ? -1 : part
}

/** How far the number is read after `byte`; -1 when the byte does not belong to it. A minus at the start is read by the caller. */
export function partAfter(part: number, byte: number): number {
  if (isDigit[byte]) return partAfterDigit(part, byte)
  if (byte === dot) return part === leadingZero || part === integer ? point : -1
  if (isExponentSign[byte]) return part === leadingZero || part === integer || part === fraction ? exponent : -1
  return (byte === minus || byte === plus) && part === exponent ? exponentSign : -1
}
