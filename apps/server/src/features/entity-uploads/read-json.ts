import { uploadLimits } from '@vakt/contract/entities/entity-uploads.ts'
import { BrokenFile } from './broken-file.ts'

/** A list, an object that holds the list beside a few other values, or object after object. */
type Form = 'list' | 'wrapped' | 'lines'

const listInObject = /^\s*\{\s*(?:"[^"]*"\s*:\s*(?:"[^"]*"|null|true|false|[\d.]+)\s*,\s*)*"(?:result|value|data|entities)"\s*:\s*\[/

const depthOf: Record<Form, number> = { lines: 0, list: 1, wrapped: 2 }

const formOf = (start: string): Form => (/^\s*\[/.test(start) ? 'list' : listInObject.test(start) ? 'wrapped' : 'lines')

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
/** Deeper than anything that describes an entity; what walks through a value is not made for more. */
const deepest = 64

const [quote, backslash, comma, openBrace, openBracket, closeBrace, closeBracket] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b, 0x7d, 0x5d]

/**
 * Cuts text that comes in pieces into the items of the list that it holds. Each item is then parsed as a whole, so that keys such as
 * `__proto__` stay keys.
 */
class ItemCutter {
  #base: number | null = null
  #depth = 0
  #inText = false
  #escaped = false
  /** Begun and not yet ended. */
  #item = ''
  #isOpen = false
  #isDone = false
  count = 0

  get isWhole(): boolean {
    return !this.#isOpen && (this.#isDone || this.#base === 0)
  }

  *cut(text: string): Generator<string> {
    this.#base ??= depthOf[formOf(text)]
    let begin = 0
    for (let at = 0; at < text.length && !this.#isDone; at++) {
      const code = text.charCodeAt(at)
      if (!this.#isOpen && this.#depth === this.#base && !isSpace(code) && code !== comma && code !== closeBracket) {
        this.#isOpen = true
        begin = at
      }
      const isEnd = this.#step(code)
      if (!this.#isOpen || isEnd === 'no') continue
      const item = this.#item + text.slice(begin, isEnd === 'here' ? at + 1 : at)
      this.#item = ''
      this.#isOpen = false
      this.count += 1
      yield item
    }
    if (!this.#isOpen) return
    this.#item += text.slice(begin)
    if (this.#item.length > uploadLimits.maxRowLength) throw new BrokenFile('row_too_long', this.count + 1)
  }

  /** Whether an item ends with this character, or before it. */
  #step(code: number): 'here' | 'before' | 'no' {
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false
      else if (code === backslash) this.#escaped = true
      else if (code === quote) this.#inText = false
      return 'no'
    }
    if (code === quote) this.#inText = true
    else if (code === openBrace || code === openBracket) {
      this.#depth += 1
      if (this.#depth > deepest) throw new BrokenFile('json_broken', this.count + 1, null, `More than ${deepest} levels of nesting`)
    } else if (code === closeBrace || code === closeBracket) {
      this.#depth -= 1
      if (this.#depth === this.#base) return 'here'
      if (this.#depth < (this.#base ?? 0)) {
        this.#isDone = true
        return 'before'
      }
    } else if (this.#depth === this.#base && (code === comma || isSpace(code))) return 'before'
    return 'no'
  }
}

export type JsonItem = { row: number; value: Record<string, unknown> | null; length: number }

function parseItem(text: string, row: number): JsonItem {
  try {
    const value: unknown = JSON.parse(text)
    const { length } = text
    return {
      row,
      length,
      value: typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null,
    }
  } catch (error) {
    throw new BrokenFile('json_broken', row, null, (error as Error).message)
  }
}

/** The items of the file, counted from 1; null for one that is no object. Throws BrokenFile. */
export async function* readJson(texts: AsyncIterable<string>): AsyncGenerator<JsonItem> {
  const cutter = new ItemCutter()
  for await (const text of texts) for (const item of cutter.cut(text)) yield parseItem(item, cutter.count)
  if (!cutter.isWhole) throw new BrokenFile('json_broken', cutter.count + 1)
}

const sampleItems = 200

/** The first items of what may be cut off anywhere. Throws BrokenFile when the very first cannot be read. */
export function sampleJson(text: string): Record<string, unknown>[] {
  const cutter = new ItemCutter()
  const found: Record<string, unknown>[] = []
  try {
    for (const item of cutter.cut(text)) {
      const { value } = parseItem(item, cutter.count)
      if (value) found.push(value)
      if (found.length === sampleItems) break
    }
  } catch (error) {
    if (found.length === 0) throw error
  }
  return found
}
