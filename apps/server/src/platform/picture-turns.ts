import { Unavailable } from '#server/platform/errors.ts'

export type PictureTurns = <T>(userId: string, work: () => Promise<T>) => Promise<T>

type Waiting = { userId: string; start: () => void }

/**
 * Lets `atOnce` pictures be decoded at the same time, one for each user: unpacked, a picture takes fifty times its size. Throws Unavailable
 * when `maxWaiting` wait already.
 */
export function createPictureTurns({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): PictureTurns {
  const running = new Set<string>()
  const waiting: Waiting[] = []

  const startNext = () => {
    if (running.size >= atOnce) return
    const index = waiting.findIndex(({ userId }) => !running.has(userId))
    const [next] = index < 0 ? [] : waiting.splice(index, 1)
    if (!next) return
    running.add(next.userId)
    next.start()
  }

  return async (userId, work) => {
    if (waiting.length >= maxWaiting) throw new Unavailable()
    await new Promise<void>((start) => {
      waiting.push({ userId, start })
      startNext()
    })
    try {
      return await work()
    } finally {
      running.delete(userId)
      startNext()
    }
  }
}

/** For all pictures of this process. */
export const inPictureTurn = createPictureTurns({ atOnce: 2, maxWaiting: 20 })

/** Bounds of a picture that is decoded: a long narrow one takes seconds for few pixels. */
export const pictureLimits = { pixels: 50_000_000, edge: 16_384, seconds: 5 }
