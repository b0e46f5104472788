import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { growsTooFast, hostileTexts } from './text-cost.ts'

const root = new URL('../../../../../', import.meta.url)
const folders = [
  'packages/domain/src',
  'apps/server/src/features/signals/formats',
  'apps/server/src/features/entities',
  'apps/server/src/features/entity-uploads',
  'apps/server/src/platform/http',
]
/** The last takes numbers alone: each would be read from the text again. */
const isLeftOut = /\.test\.ts$|\/fixtures|-process\.ts$|\/metrics\/reception\.ts$/

type Exported = (...values: unknown[]) => unknown

function filesOf(folder: string): string[] {
  const entries = readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
  return entries.map((file) => `${folder}/${file}`).filter((file) => file.endsWith('.ts') && !isLeftOut.test(file))
}

/** The functions that a file exports. */
async function functionsOf(file: string): Promise<[string, Exported][]> {
  const module: Record<string, unknown> = await import(new URL(file, root).href)
  return Object.entries(module).flatMap(([name, value]) =>
    typeof value === 'function' && !/^class\b/.test(String(value)) ? [[`${file} ${name}`, value as Exported] as const] : [],
  ) as [string, Exported][]
}

/** An object that says the text whatever it is asked for. */
const sayingAnywhere = (text: string): unknown =>
  new Proxy({}, { get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : text), has: () => true })

/** A transaction, pool or context that finds no rows, and the like: what waits for one goes on. */
const findingNothing: unknown = new Proxy(() => {}, {
  get: (_, name) =>
    typeof name === 'symbol' || name === 'then' ? undefined : name === 'rows' ? [] : name === 'rowCount' ? 0 : findingNothing,
  apply: () => Promise.resolve(findingNothing),
})

const shapes: ((text: string) => unknown)[] = [
  (text) => text,
  (text) => [text],
  (text) => ({ [text]: text }),
  sayingAnywhere,
  (text) => [sayingAnywhere(text)],
]

/** The text in each place by itself, the others filled with what is short, and in all places at once. */
function callsOf(called: Exported): ((text: string) => unknown[])[] {
  const places = Array.from({ length: Math.min(Math.max(called.length, 1), 4) }, (_, place) => place)
  const alone = places.flatMap((place) => shapes.map((shape) => (text: string) => places.map((one) => (one === place ? shape(text) : 'x'))))
  const all = places.length > 1 ? [...alone, ...shapes.map((shape) => (text: string) => places.map(() => shape(text)))] : alone
  const isAwaited = /^async\b/.test(String(called))
  return isAwaited ? [...all, ...shapes.map((shape) => (text: string) => [findingNothing, ...places.slice(1).map(() => shape(text))])] : all
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
/** Some wait for what never comes: their work is over by then. */
const mostTurns = 20

/** Waits for an answer, for as long as it has something to do. */
async function settle(answer: Promise<unknown>): Promise<unknown> {
  let failure: unknown = null
  let isOver = false
  answer
    .catch((error: unknown) => {
      failure = error
    })
    .finally(() => {
      isOver = true
    })
  for (let turn = 0; turn < mostTurns && !isOver; turn += 1) await nextTurn()
  return failure
}

/** What a function thinks of such a value does not matter here, only what it costs. Answers whether it can take such values at all. */
function call(called: Exported, values: unknown[]): boolean | Promise<boolean> {
  try {
    const answer = called(...values)
    return answer instanceof Promise ? settle(answer).then((failure) => !(failure instanceof TypeError)) : true
  } catch (error) {
    return !(error instanceof TypeError)
  }
}

async function findHostile(act: (text: string) => unknown) {
  for (const text of hostileTexts) if (await growsTooFast(act, text)) return text
  return undefined
}

for (const folder of folders)
  test(`what ${folder} exports costs in proportion to the texts it is given`, async () => {
    const slow = new Set<string>()
    for (const file of filesOf(folder))
      for (const [name, called] of await functionsOf(file))
        for (const valuesOf of callsOf(called)) {
          if (!(await call(called, valuesOf('x.y')))) continue
          const found = await findHostile((text) => call(called, valuesOf(text)))
          if (found) slow.add(`${name}: ${JSON.stringify(found(6))}`)
        }
    assert.deepEqual([...slow], [])
  })
