export class TookTooLong extends Error {
  constructor(maxSeconds: number) {
    super(`The attempt was aborted after ${maxSeconds} s: it took longer than it may.`)
  }
}

/**
 * Rejects with `TookTooLong` after so many seconds, and aborts the signal that it passes on; what does not heed that is left to itself. A
 * transaction that it has open must be around this, so that it is rolled back.
 */
export async function inTime<T>(maxSeconds: number, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const limit = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const tookTooLong = new TookTooLong(maxSeconds)
      reject(tookTooLong)
      limit.abort(tookTooLong)
    }, maxSeconds * 1000)
  })
  try {
    return await Promise.race([run(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
