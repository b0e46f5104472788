type Runs<Result> = { running: Promise<Result>; next: Promise<Result> | null }

/**
 * For what is costly to work out and asked for by many at once: of each key one run goes on at a time, and all who ask meanwhile share the next,
 * which begins after they asked. Nobody gets what was read before they came, so that everybody sees what they wrote themselves. `owner` keeps
 * apart what has the same key elsewhere. A run that fails fails for those who share it.
 */
export function createSharedRuns<Result>(): (owner: object, key: string, run: () => Promise<Result>) => Promise<Result> {
  const owners = new WeakMap<object, Map<string, Runs<Result>>>()

  function start(all: Map<string, Runs<Result>>, key: string, run: () => Promise<Result>): Promise<Result> {
    const runs: Runs<Result> = { running: run(), next: null }
    all.set(key, runs)
    const end = () => {
      if (!runs.next) all.delete(key)
    }
    runs.running.then(end, end)
    return runs.running
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
