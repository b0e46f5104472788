import jsonata from 'jsonata'
import { RE2JS } from 're2js'
import { answerInChild } from '#server/platform/bounded-child.ts'
import { boundExpression, boundFunctions, countJson, maxCharacters } from './bounded-functions.ts'
import type { ExpressionAnswer, ExpressionRequest } from './expression-child.ts'

const limits = { stack: 100, sequence: 10_000 }
const maxCpuMs = 300
const stepsPerLook = 64
const maxCompiled = 200

class TooSlow extends Error {}

let steps = 0
let cpuAtStart = process.cpuUsage()

/** JSONata asks for its timeout before each step. It is time of the processor that is bounded: a busy machine is no fault of the expression. */
function checkTime(): number {
  steps += 1
  if (steps % stepsPerLook !== 0) return 0
  const { user, system } = process.cpuUsage(cpuAtStart)
  if (user + system > maxCpuMs * 1000) throw new TooSlow('it takes longer than it may')
  return 0
}

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

const bounding = boundFunctions()
const compiled = new Map<string, jsonata.Expression>()

async function compile(expression: string): Promise<jsonata.Expression> {
  const known = compiled.get(expression)
  if (known) return known
  await bounding
  const made = jsonata(expression, {
    ...limits,
    RegexEngine: LinearRegex as unknown as RegExpConstructor,
    get timeout() {
      return checkTime()
    },
  })
  await boundExpression(made)
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
    const made = await compile(expression)
    cpuAtStart = process.cpuUsage()
    const result = await made.evaluate(JSON.parse(input))
    if (countJson(result, maxCharacters) > maxCharacters) return { problem: 'its result is larger than 64 kB' }
    const output = JSON.stringify(result)
    if (output === undefined) return { problem: 'it results in nothing' }
    return output.length <= maxCharacters ? { output } : { problem: 'its result is larger than 64 kB' }
  } catch (error) {
    return error instanceof TooSlow ? { problem: error.message, failure: 'limit' } : { problem: messageOf(error) }
  }
}

/** What is compiled at its first use takes longer than it does later. */
await evaluate({ expression: '$replace($.text, /(w)a/i, "$1") & $string([1])', input: '{"text":"warm"}' })
answerInChild<ExpressionRequest>(async (request, send) => send(await evaluate(request)))
