type Kept<Result> = { result: Promise<Result>; until: number }

/**
 * For what may be a little old: the result of each owner is kept for so long, and who asks after that reads it again. All who ask meanwhile
 * get the same one; a failure is not kept.
 */
export function createKept<Result>(milliseconds: number): (owner: object, read: () => Promise<Result>) => Promise<Result> {
  const owners = new WeakMap<object, Kept<Result>>()
  return (owner, read) => {
    const kept = owners.get(owner)
    if (kept && kept.until > Date.now()) return kept.result
    const result = read()
    owners.set(owner, { result, until: Date.now() + milliseconds })
    result.catch(() => owners.delete(owner))
    return result
  }
}
