import { parentPort } from 'node:worker_threads'
import jsonata from 'jsonata'
import { RE2JS } from 're2js'
import type { ExpressionAnswer, ExpressionRequest } from './evaluate-expression.ts'

const limits = { timeout: 300, stack: 100, sequence: 10_000 }
const maxOutputCharacters = 64 * 1024
const maxCompiled = 200

/** The part of RegExp that JSONata calls, in linear time. */
class LinearRegex {
  lastIndex = 0
  readonly #compiled: RE2JS
  constructor({ source, flags }: RegExp) {
    this.#compiled = RE2JS.compile(source, (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('m') ? RE2JS.MULTILINE : 0))
  }
  exec(text: string): RegExpExecArray | null {
    const matcher = this.#compiled.matcher(text)
    if (!matcher.find(this.lastIndex)) return null
    this.lastIndex = matcher.end()
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? undefined)
    return Object.assign(groups, { index: matcher.start(), input: text }) as unknown as RegExpExecArray
  }
}

const compiled = new Map<string, jsonata.Expression>()

function compile(expression: string): jsonata.Expression {
  const known = compiled.get(expression)
  if (known) return known
  const made = jsonata(expression, { ...limits, RegexEngine: LinearRegex as unknown as RegExpConstructor })
  // It would compile a text without these limits.
  made.registerFunction('eval', () => {
    throw new Error('$eval is not available.')
  })
  if (compiled.size >= maxCompiled) compiled.clear()
  compiled.set(expression, made)
  return made
}

const messageOf = (error: unknown): string => {
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
  return message.slice(0, 300)
}

async function evaluate({ expression, input }: ExpressionRequest): Promise<ExpressionAnswer> {
  try {
    const output = JSON.stringify(await compile(expression).evaluate(JSON.parse(input)))
    if (output === undefined) return { problem: 'it results in nothing' }
    return output.length <= maxOutputCharacters ? { output } : { problem: 'its result is larger than 64 kB' }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

parentPort?.on('message', (request: ExpressionRequest) => {
  void evaluate(request).then((answer) => parentPort?.postMessage(answer))
})
