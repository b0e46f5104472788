import jsonata from 'jsonata'

/** What a function may make of its arguments, in characters, and in items of a list. */
export const maxCharacters = 64 * 1024
const maxItems = 10_000
/** A copy is no larger than the body that it copies. */
const maxCopiedCharacters = 256 * 1024

type Built = { _jsonata_function: true; implementation: Implementation }
// biome-ignore lint/suspicious/noExplicitAny: the functions of JSONata take anything.
type Implementation = (this: unknown, ...args: any[]) => unknown

class TooLong extends Error {
  constructor(name: string) {
    super(`${name} would make a text longer than 64 kB.`)
  }
}

const isCallable = (value: object) => '_jsonata_function' in value || '_jsonata_lambda' in value

/** How long the JSON of a value is, with escapes counted as one character; stops counting above `max`. */
export function countJson(value: unknown, max: number, indent = 0): number {
  let characters = 0
  const count = (part: unknown, depth: number): void => {
    if (characters > max) return
    if (typeof part === 'string') characters += part.length + 2
    else if (part === null || typeof part !== 'object') characters += 8
    else if (!isCallable(part)) {
      characters += 2
      const perItem = 2 + indent * (depth + 1)
      // Not all keys or items are listed beforehand: there may be more than are counted.
      for (const key in part) {
        if (characters > max) return
        characters += perItem + (Array.isArray(part) ? 0 : key.length + 3)
        count((part as Record<string, unknown>)[key], depth + 1)
      }
    }
  }
  count(value, 0)
  return characters
}

function checkJsonOf(name: string, value: unknown, max: number, indent = 0): void {
  if (typeof value === 'string' ? value.length > max : countJson(value, max, indent) > max) throw new TooLong(name)
}

const checkLength = (name: string, characters: number) => {
  if (!(characters <= maxCharacters)) throw new TooLong(name)
}

function checkPicture(name: string, picture: unknown): void {
  if (typeof picture === 'string' && (picture.length > 1000 || /\d{5}/.test(picture))) throw new TooLong(name)
}

/**
 * The functions of JSONata that can make much of little, with a bound that holds before anything large is made. The names of their parameters
 * count: JSONata reads them where a function is applied in part.
 */
const bounded: Record<string, (built: Implementation) => Implementation> = {
  pad: (built) =>
    function (str, width, char) {
      checkLength('$pad', Math.abs(width ?? 0) * Math.max(1, char?.length ?? 1))
      return built.call(this, str, width, char)
    },
  join: (built) =>
    function (strs, separator) {
      let characters = 0
      for (const text of strs ?? []) {
        characters += String(text).length + (separator?.length ?? 0)
        checkLength('$join', characters)
      }
      return built.call(this, strs, separator)
    },
  string: (built) =>
    function (arg, prettify) {
      checkJsonOf('$string', arg, maxCharacters, prettify ? 2 : 0)
      return built.call(this, arg, prettify)
    },
  clone: (built) =>
    function (arg) {
      checkJsonOf('$clone', arg, maxCopiedCharacters)
      return built.call(this, arg)
    },
  // What it makes is a rope of parts until it is read, so that its length can be asked for afterwards.
  replace: (built) =>
    async function (str, pattern, replacement, limit) {
      const result = await built.call(this, str, pattern, replacement, limit)
      checkLength('$replace', typeof result === 'string' ? result.length : 0)
      return result
    },
  split: (built) =>
    async function (str, separator, limit) {
      const parts = await built.call(this, str, separator, Math.min(limit ?? maxItems + 1, maxItems + 1))
      if (Array.isArray(parts) && parts.length > maxItems) throw new Error('$split would make a list of more than 10,000 items.')
      return parts
    },
  base64encode: (built) =>
    function (str) {
      checkLength('$base64encode', str?.length ?? 0)
      return built.call(this, str)
    },
  formatNumber: (built) =>
    function (value, picture, options) {
      checkLength('$formatNumber', (picture?.length ?? 0) * 64)
      return built.call(this, value, picture, options)
    },
  formatInteger: (built) =>
    function (value, picture) {
      checkLength('$formatInteger', (picture?.length ?? 0) * 64)
      return built.call(this, value, picture)
    },
  fromMillis: (built) =>
    function (millis, picture, timezone) {
      checkPicture('$fromMillis', picture)
      return built.call(this, millis, picture, timezone)
    },
  toMillis: (built) =>
    function (timestamp, picture) {
      checkPicture('$toMillis', picture)
      return built.call(this, timestamp, picture)
    },
}

const find = async (name: string): Promise<Built> => (await jsonata(`$${name}`).evaluate(null)) as Built

/** Bounds the functions of JSONata in this process, for all expressions. */
export async function boundFunctions(): Promise<void> {
  for (const [name, bind] of Object.entries(bounded)) {
    const built = await find(name)
    built.implementation = bind(built.implementation)
  }
  // It would compile a text without the limits of the expression.
  ;(await find('eval')).implementation = () => {
    throw new Error('$eval is not available.')
  }
}

/** Cannot be the name of a variable in an expression. */
const operand = 'operand of &'

type Node = Record<string, unknown>

/** Has each operand of `&` be made a text by the bounded function. */
function boundConcatenations(node: unknown, seen = new Set<unknown>()): void {
  if (node === null || typeof node !== 'object' || seen.has(node)) return
  seen.add(node)
  for (const child of Object.values(node)) boundConcatenations(child, seen)
  const { type, value } = node as Node
  if (type !== 'binary' || value !== '&') return
  for (const side of ['lhs', 'rhs'] as const)
    (node as Node)[side] = {
      type: 'function',
      value: '(',
      procedure: { type: 'variable', value: operand },
      arguments: [(node as Node)[side]],
    }
}

/** Bounds what is no function: the operator `&`, and `$now`, which each expression has of its own. */
export async function boundExpression(expression: jsonata.Expression): Promise<void> {
  boundConcatenations(expression.ast())
  const [{ implementation: toText }, { implementation: format }] = await Promise.all([find('string'), find('fromMillis')])
  expression.registerFunction(operand, (value) => toText(value))
  expression.registerFunction('now', (picture, timezone) => format(Date.now(), picture, timezone), '<s?s?:s>')
}
