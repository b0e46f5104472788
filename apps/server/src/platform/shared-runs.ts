type Runs<Result> = { running: Promise<Result>; next: Promise<Result> | null }

type Options = {
  /**
   * After a run during which others asked, the next begins this many times as long after its end as it took: 4 keeps a key busy a quarter of
   * the time or so, however many ask. Where no one asked, who comes next need not wait.
   */
  restFactor?: number
  maxRestMs?: number
}

/**
 * For what is costly to work out and asked for by many at once: of each key one run goes on at a time, and all who ask meanwhile, or while
 * it rests, share the next, which begins after they asked. No one gets what was read before they came, so that everyone sees what they wrote
 * themselves. `owner` keeps apart what has the same key elsewhere. A run that fails fails for those who share it.
 */
export function createSharedRuns<Result>({
  restFactor = 0,
  maxRestMs = 500,
}: Options = {}): (owner: object, key: string, run: () => Promise<Result>) => Promise<Result> {
  const owners = new WeakMap<object, Map<string, Runs<Result>>>()

  function start(all: Map<string, Runs<Result>>, key: string, run: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    const running = run()
    const runs: Runs<Result> = { running, next: null }
    const rest = async () => {
      await running.catch(() => {})
      const restMs = Math.min(maxRestMs, restFactor * (performance.now() - startedAt))
      if (runs.next && restMs >= 1) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    if (restFactor > 0) runs.running = rest().then(() => running)
    all.set(key, runs)
    const end = () => {
      if (!runs.next) all.delete(key)
    }
    runs.running.then(end, end)
    return running
  }

  return (owner, key, run) => {
    const all = owners.get(owner) ?? new Map<string, Runs<Result>>()
    owners.set(owner, all)
    const runs = all.get(key)
    if (!runs) return start(all, key, run)
    const begin = () => start(all, key, run)
    runs.next ??= runs.running.then(begin, begin)
    return runs.next
  }
}

/** For counts, overviews and first pages, which many browsers ask for at the same live event. */
export const sharedByBrowsers: Options = { restFactor: 4 }
