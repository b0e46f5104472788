/** Lets others run between two pieces of long work. */
export type Turns = {
  /** Whether this turn has lasted long enough; costs little. `bytes` is what was read since the last question, if that may be much. */
  isOver(bytes?: number): boolean
  next(): Promise<void>
}

const line: (() => void)[] = []

/** One that waits goes on, the others in later rounds of the event loop: between two turns the loop hears what came meanwhile. */
function callNext(): void {
  const goOn = line.shift()
  if (line.length > 0) setImmediate(callNext)
  goOn?.()
}

const standInLine = () =>
  new Promise<void>((resolve) => {
    if (line.push(resolve) === 1) setImmediate(callNext)
  })

const asksPerLook = 64
const bytesPerAsk = 1024

/**
 * Turns of about that many milliseconds; the clock is read every 64th time it is asked, sooner where much was read. All long work of the
 * process stands in one line, so that fifty pieces of it do not follow each other without a pause.
 */
export function createTurns(milliseconds = 10): Turns {
  let began = performance.now()
  let asked = 0
  return {
    isOver(bytes = 0) {
      asked += 1 + bytes / bytesPerAsk
      if (asked < asksPerLook) return false
      asked = 0
      return performance.now() - began > milliseconds
    },
    async next() {
      await standInLine()
      began = performance.now()
    },
  }
}
