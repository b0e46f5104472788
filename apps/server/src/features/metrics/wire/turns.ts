import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets others run between two pieces of long work. */
export type Turns = {
  /** Whether this turn has lasted long enough; costs little. */
  isOver(): boolean
  next(): Promise<void>
}

/** Turns of about that many milliseconds; the clock is read every 64th time it is asked. */
export function createTurns(milliseconds = 10): Turns {
  let began = performance.now()
  let asked = 0
  return {
    isOver: () => (++asked & 63) === 0 && performance.now() - began > milliseconds,
    async next() {
      await nextTurn()
      began = performance.now()
    },
  }
}
