/** From here on a request is slow, in milliseconds. */
const slowMs = 1000

export type LoggedRequest = { method: string; status: number; ms: number }

/** It reads, succeeded and was quick: one of these says as much as the next. */
const isQuiet = ({ method, status, ms }: LoggedRequest) => (method === 'GET' || method === 'HEAD') && status < 400 && ms < slowMs

export type RequestSampler = {
  /** How many requests were left out of the log since the last one that was not; null where this one is left out, too. */
  take(request: LoggedRequest): number | null
  /** How many have been left out since; from here on they are counted again. */
  takeRest(): number
}

/** Lets every request through that is slow, fails or writes, and one in so many of the others. */
export function createRequestSampler(oneIn: number): RequestSampler {
  let [quiet, leftOut] = [0, 0]
  const takeRest = () => {
    const rest = leftOut
    leftOut = 0
    return rest
  }
  return {
    takeRest,
    take(request) {
      if (isQuiet(request)) {
        const isTaken = quiet === 0
        quiet = (quiet + 1) % oneIn
        if (!isTaken) {
          leftOut += 1
          return null
        }
      }
      return takeRest()
    },
  }
}
