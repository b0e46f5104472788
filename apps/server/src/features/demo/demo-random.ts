export type DemoRandom = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number, both bounds included. */
  between(low: number, high: number): number
  pick<T>(from: readonly T[]): T
}

/** The same sequence for the same seed, so that two installations show the same content (mulberry32). */
export function createDemoRandom(seed: number): DemoRandom {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('There is nothing to pick from.')
      return from[between(0, from.length - 1)] as T
    },
  }
}
