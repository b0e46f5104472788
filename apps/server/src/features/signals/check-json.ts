import { isCompleteNumber, numberStart, partAfter, startsNumber } from './json-number.ts'

/** What is wrong with a body. */
export type JsonFault = 'not-json' | 'too-deep' | 'too-many-values'

/** Bounds of a body that is parsed later: parsing costs some 50 bytes of memory a value, and more for each level of nesting. */
export type JsonLimits = { maxDepth: number; maxValues: number }

/** Checks JSON while its bytes come in, and keeps none of them. */
export type JsonCheck = {
  /** Takes the next bytes. Returns the first fault, once it is known. */
  push(chunk: Uint8Array): JsonFault | null
  /** To be called after the last byte. */
  end(): JsonFault | null
}

// What the grammar (RFC 8259) allows next.
const value = 0
const valueOrEnd = 1
const keyOrEnd = 2
const key = 3
const colon = 4
const commaOrEnd = 5
const nothing = 6
const text = 7
const escaped = 8
const unicodeDigits = 9
const literal = 10
const number = 11

const code = (character: string) => character.charCodeAt(0)
const tableOf = (characters: string) =>
  Uint8Array.from({ length: 256 }, (_, byte) => (characters.includes(String.fromCharCode(byte)) ? 1 : 0))

const [quote, backslash, comma, colonSign, minus, lowerU] = [code('"'), code('\\'), code(','), code(':'), code('-'), code('u')]
const [openArray, closeArray, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')]
const isSpace = tableOf(' \t\n\r')
const isHex = tableOf('0123456789abcdefABCDEF')
const isEscaped = tableOf('"\\/bfnrt')
const literals = new Map(['true', 'false', 'null'].map((word) => [code(word), Buffer.from(word)]))
// A byte order mark at the very beginning is passed over when the body is decoded.
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

class Check implements JsonCheck {
  readonly #maxValues: number
  readonly #isObject: Uint8Array
  #state = value
  #depth = 0
  #values = 0
  #isKey = false
  #numberPart = numberStart
  #word: Uint8Array = byteOrderMark
  #wordAt = 0
  #hexLeft = 0
  #isAtStart = true
  #fault: JsonFault | null = null

  constructor({ maxDepth, maxValues }: JsonLimits) {
    this.#maxValues = maxValues
    this.#isObject = new Uint8Array(maxDepth + 1)
  }

  push(chunk: Uint8Array): JsonFault | null {
    let at = 0
    while (at < chunk.length && this.#fault === null) {
      if (this.#state === text) at = this.#passText(chunk, at)
      else if (this.#take(chunk[at] as number)) at += 1
    }
    return this.#fault
  }

  end(): JsonFault | null {
    const isWhole = this.#depth === 0 && (this.#state === nothing || (this.#state === number && isCompleteNumber(this.#numberPart)))
    return this.#fault ?? (isWhole ? null : 'not-json')
  }

  /** Up to and with what ends the plain part of a string: a quote or a backslash. */
  #passText(chunk: Uint8Array, start: number): number {
    let at = start
    let byte = 0
    do {
      byte = chunk[at] as number
      at += 1
    } while (byte >= 0x20 && byte !== quote && byte !== backslash && at < chunk.length)
    if (byte === quote) {
      if (this.#isKey) this.#state = colon
      else this.#endValue()
    } else if (byte === backslash) this.#state = escaped
    else if (byte < 0x20) this.#fault = 'not-json'
    return at
  }

  /** Takes one byte outside the plain part of strings. False when it ended a number, and is to be taken once more. */
  #take(byte: number): boolean {
    const state = this.#state
    if (state === number) return this.#takeOfNumber(byte)
    if (state === literal) this.#takeOfWord(byte)
    else if (state === escaped) this.#takeEscaped(byte)
    else if (state === unicodeDigits) this.#takeHex(byte)
    else if (isSpace[byte]) this.#isAtStart = false
    else if (state <= valueOrEnd) this.#startValue(byte, state)
    else if (state <= key) this.#startKey(byte, state)
    else if (state === colon && byte === colonSign) this.#state = value
    else if (state === commaOrEnd) this.#takeAfterValue(byte)
    else this.#fault = 'not-json'
    return true
  }

  #startValue(byte: number, state: number): void {
    const isFirst = this.#isAtStart
    this.#isAtStart = false
    if (byte === closeArray && state === valueOrEnd) this.#close()
    else this.#startOf(byte, isFirst)
  }

  #startOf(byte: number, isFirst: boolean): void {
    this.#count()
    if (byte === quote) this.#startText(false)
    else if (byte === openObject) this.#open(1, keyOrEnd)
    else if (byte === openArray) this.#open(0, valueOrEnd)
    else if (startsNumber[byte]) {
      this.#state = number
      this.#numberPart = byte === minus ? numberStart : partAfter(numberStart, byte)
    } else this.#startWord(isFirst && byte === byteOrderMark[0] ? byteOrderMark : literals.get(byte))
  }

  #startKey(byte: number, state: number): void {
    if (byte === closeObject && state === keyOrEnd) this.#close()
    else if (byte === quote) {
      this.#count()
      this.#startText(true)
    } else this.#fault = 'not-json'
  }

  #takeAfterValue(byte: number): void {
    const isObject = this.#isObject[this.#depth] === 1
    if (byte === comma) this.#state = isObject ? key : value
    else if (byte === (isObject ? closeObject : closeArray)) this.#close()
    else this.#fault = 'not-json'
  }

  #count(): void {
    this.#values += 1
    if (this.#values > this.#maxValues) this.#fault = 'too-many-values'
  }

  #open(isObject: 0 | 1, state: number): void {
    this.#depth += 1
    if (this.#depth >= this.#isObject.length) this.#fault = 'too-deep'
    this.#isObject[this.#depth] = isObject
    this.#state = state
  }

  #close(): void {
    this.#depth -= 1
    this.#endValue()
  }

  #endValue(): void {
    this.#state = this.#depth === 0 ? nothing : commaOrEnd
  }

  #startText(isKey: boolean): void {
    this.#isKey = isKey
    this.#state = text
  }

  #startWord(word: Uint8Array | undefined): void {
    if (!word) {
      this.#fault = 'not-json'
      return
    }
    this.#word = word
    this.#wordAt = 1
    this.#state = literal
  }

  #takeOfWord(byte: number): void {
    if (byte !== this.#word[this.#wordAt]) this.#fault = 'not-json'
    this.#wordAt += 1
    if (this.#wordAt < this.#word.length) return
    if (this.#word === byteOrderMark) this.#state = value
    else this.#endValue()
  }

  #takeEscaped(byte: number): void {
    if (byte === lowerU) {
      this.#state = unicodeDigits
      this.#hexLeft = 4
    } else if (isEscaped[byte]) this.#state = text
    else this.#fault = 'not-json'
  }

  #takeHex(byte: number): void {
    if (!isHex[byte]) this.#fault = 'not-json'
    this.#hexLeft -= 1
    if (this.#hexLeft === 0) this.#state = text
  }

  #takeOfNumber(byte: number): boolean {
    const next = partAfter(this.#numberPart, byte)
    if (next >= 0) {
      this.#numberPart = next
      return true
    }
    if (isCompleteNumber(this.#numberPart)) this.#endValue()
    else this.#fault = 'not-json'
    return false
  }
}

/** Bounds of a body. The largest one of real alerts (20 MB, 40,000 alerts) holds some 1,200,000 values. */
export const jsonLimits: JsonLimits = { maxDepth: 200, maxValues: 2_000_000 }

/** Makes the check of one body. */
export const checkJson = (limits: JsonLimits): JsonCheck => new Check(limits)

const pieceLength = 64 * 1024
const decoder = new TextDecoder()

/** Parses JSON within what was sent, such as the text of a field or what is encoded in it: its bounds are checked before it takes any memory. */
export function parseWithin(json: string | Uint8Array): { value: unknown } | { fault: JsonFault } {
  const check = checkJson(jsonLimits)
  for (let at = 0; at < json.length; at += pieceLength) {
    const fault = check.push(typeof json === 'string' ? Buffer.from(json.slice(at, at + pieceLength)) : json.subarray(at, at + pieceLength))
    if (fault) return { fault }
  }
  const fault = check.end()
  return fault ? { fault } : { value: JSON.parse(typeof json === 'string' ? json.replace(/^\ufeff/, '') : decoder.decode(json)) }
}
