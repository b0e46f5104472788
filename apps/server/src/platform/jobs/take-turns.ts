import { setImmediate as nextTurn } from 'node:timers/promises'

const longestTurnMilliseconds = 1

/** Does something with each item, one after the other, letting what else waits in the process in between every millisecond. */
export async function takeTurns<Item>(items: Iterable<Item>, act: (item: Item) => void | Promise<void>): Promise<void> {
  let began = performance.now()
  for (const item of items) {
    if (performance.now() - began > longestTurnMilliseconds) {
      await nextTurn()
      began = performance.now()
    }
    // Nothing is waited for where there is nothing to wait for: it would cost more than the work.
    const acting = act(item)
    if (acting instanceof Promise) await acting
  }
}

/** As `takeTurns`, for work that comes in steps; answers what comes of it. */
export async function workInTurns<Result>(steps: Generator<undefined, Result, undefined>): Promise<Result> {
  const results: Result[] = []
  function* all(): Generator<undefined, void, undefined> {
    results.push(yield* steps)
  }
  await takeTurns(all(), () => {})
  return results[0] as Result
}
