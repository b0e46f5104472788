import type { RequestBounds } from './request-bounds.ts'
import type { Turns } from './turns.ts'

const code = (character: string) => character.charCodeAt(0)
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')]
const [openArray, closeArray, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')]
const ends = new Set([comma, closeArray, closeObject, code(' '), code('\t'), code('\n'), code('\r')])

/** Names that are longer are none that anyone looks for. */
const maxNameBytes = 1024

/**
 * Walks through JSON that is known to be well formed, and makes nothing of what no one asks for. Of values that hold others only the places are
 * known; what is small enough is parsed by `value`.
 */
export class JsonReader {
  readonly #bytes: Buffer
  readonly #bounds: RequestBounds
  readonly #turns: Turns
  at: number

  constructor(bytes: Buffer, bounds: RequestBounds, turns: Turns) {
    this.#bytes = bytes
    this.#bounds = bounds
    this.#turns = turns
    // A byte order mark.
    this.at = bytes[0] === 0xef ? 3 : 0
    this.#space()
  }

  get isObject(): boolean {
    return this.#bytes[this.at] === openObject
  }

  /** Calls `on` at the value of each member; those for which it answers false are passed over. Of what is no object there is none. */
  async members(on: (name: string) => boolean | Promise<boolean>): Promise<void> {
    if (!this.isObject) return this.skip()
    await this.#each(closeObject, () => {
      const from = this.at
      this.#skipText()
      const name = this.at - from > maxNameBytes ? '' : (JSON.parse(this.#bytes.toString('utf8', from, this.at)) as string)
      this.#space()
      this.at++
      this.#space()
      return on(name)
    })
  }

  /** Calls `on` at each item; those for which it answers false are passed over. Of what is no list there is none. */
  async items(on: () => boolean | Promise<boolean>): Promise<void> {
    if (this.#bytes[this.at] !== openArray) return this.skip()
    await this.#each(closeArray, on)
  }

  /** The value here, parsed; undefined for one that takes more than `maxBytes`. */
  value(maxBytes: number): unknown {
    const from = this.at
    this.skip()
    return this.at - from > maxBytes ? undefined : JSON.parse(this.#bytes.toString('utf8', from, this.at))
  }

  /** Passes over the value here, however deep it is. */
  skip(): void {
    const bytes = this.#bytes
    let depth = 0
    do {
      const byte = bytes[this.at] as number
      if (byte === quote) this.#skipText()
      else if (byte === openArray || byte === openObject) {
        depth++
        this.at++
      } else if (byte === closeArray || byte === closeObject) {
        depth--
        this.at++
      } else if (depth > 0) this.at++
      else while (this.at < bytes.length && !ends.has(bytes[this.at] as number)) this.at++
    } while (depth > 0)
  }

  async #each(close: number, on: () => boolean | Promise<boolean>): Promise<void> {
    this.at++
    this.#space()
    while (this.#bytes[this.at] !== close) {
      const before = this.at
      this.#bounds.field()
      const taken = on()
      if (!(typeof taken === 'boolean' ? taken : await taken)) this.skip()
      this.#space()
      if (this.#bytes[this.at] === comma) {
        this.at++
        this.#space()
      }
      if (this.#turns.isOver(this.at - before)) await this.#turns.next()
    }
    this.at++
  }

  /** Past a string, at whose quote it stands. */
  #skipText(): void {
    const bytes = this.#bytes
    let at = this.at + 1
    for (let byte = bytes[at] as number; byte !== quote; byte = bytes[at] as number) at += byte === backslash ? 2 : 1
    this.at = at + 1
  }

  #space(): void {
    for (let byte = this.#bytes[this.at]; byte === 32 || byte === 10 || byte === 13 || byte === 9; byte = this.#bytes[this.at]) this.at++
  }
}
