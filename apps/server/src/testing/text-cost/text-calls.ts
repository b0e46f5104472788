export type Exported = (...values: unknown[]) => unknown

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
export function callsOf(called: Exported): ((text: string) => unknown[])[] {
  const places = Array.from({ length: Math.min(Math.max(called.length, 1), 4) }, (_, place) => place)
  const alone = places.flatMap((place) => shapes.map((shape) => (text: string) => places.map((one) => (one === place ? shape(text) : 'x'))))
  const all = places.length > 1 ? [...alone, ...shapes.map((shape) => (text: string) => places.map(() => shape(text)))] : alone
  const isAwaited = /^async\b/.test(String(called))
  return isAwaited ? [...all, ...shapes.map((shape) => (text: string) => [findingNothing, ...places.slice(1).map(() => shape(text))])] : all
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
/** Some wait for what never comes: their work is over by then. */
const mostTurns = 20
/** Most are over without a turn of the event loop, which costs more. */
const mostSteps = 50

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
  for (let step = 0; step < mostSteps && !isOver; step += 1) await undefined
  for (let turn = 0; turn < mostTurns && !isOver; turn += 1) await nextTurn()
  return failure
}

/** What a function thinks of such a value does not matter here, only what it costs. Answers whether it can take such values at all. */
export function call(called: Exported, values: unknown[]): boolean | Promise<boolean> {
  try {
    const answer = called(...values)
    return answer instanceof Promise ? settle(answer).then((failure) => !(failure instanceof TypeError)) : true
  } catch (error) {
    return !(error instanceof TypeError)
  }
}
