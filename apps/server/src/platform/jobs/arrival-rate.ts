const windowMilliseconds = 250

/** How fast something arrives in this process. Times are milliseconds of one clock that does not go back. */
export type ArrivalRate = {
  count(now?: number): void
  /** Over the last whole quarter of a second. */
  perSecond(now?: number): number
}

export function createArrivalRate(): ArrivalRate {
  let window = 0
  let inThisWindow = 0
  let inLastWindow = 0
  const turn = (now: number) => {
    const current = Math.floor(now / windowMilliseconds)
    if (current === window) return
    inLastWindow = current === window + 1 ? inThisWindow : 0
    inThisWindow = 0
    window = current
  }
  return {
    count(now = performance.now()) {
      turn(now)
      inThisWindow += 1
    },
    perSecond(now = performance.now()) {
      turn(now)
      return (inLastWindow * 1000) / windowMilliseconds
    },
  }
}
