import { Unavailable } from '#server/platform/errors.ts'

export type PictureTurns = <T>(userId: string, work: () => Promise<T>) => Promise<T>

type Waiting = { userId: string; start: () => void }
type Bounds = { atOnce: number; maxWaiting: number; maxWaitingPerUser: number }

/**
 * Lets `atOnce` pictures be decoded at the same time, one for each user: unpacked, a picture takes fifty times its size. Of the users who wait,
 * the one whose last turn is longest ago comes next. Throws Unavailable when too many wait already, in all or of this user.
 */
export function createPictureTurns({ atOnce, maxWaiting, maxWaitingPerUser }: Bounds): PictureTurns {
  const running = new Set<string>()
  const waiting: Waiting[] = []
  /** Of the users with pictures here: how many turns there had been when their last one began. */
  const lastTurns = new Map<string, number>()
  let turns = 0

  const isHere = (userId: string) => running.has(userId) || waiting.some((one) => one.userId === userId)
  const lastTurnOf = ({ userId }: Waiting) => lastTurns.get(userId) ?? 0

  const startNext = () => {
    if (running.size >= atOnce) return
    const [next] = waiting.filter(({ userId }) => !running.has(userId)).toSorted((a, b) => lastTurnOf(a) - lastTurnOf(b))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    running.add(next.userId)
    turns += 1
    lastTurns.set(next.userId, turns)
    next.start()
  }

  return async (userId, work) => {
    const ofUser = waiting.filter((one) => one.userId === userId).length
    if (waiting.length >= maxWaiting || ofUser >= maxWaitingPerUser) throw new Unavailable()
    await new Promise<void>((start) => {
      waiting.push({ userId, start })
      startNext()
    })
    try {
      return await work()
    } finally {
      running.delete(userId)
      if (!isHere(userId)) lastTurns.delete(userId)
      startNext()
    }
  }
}

/** For all pictures of this process. A comment has at most five files. */
export const inPictureTurn = createPictureTurns({ atOnce: 2, maxWaiting: 20, maxWaitingPerUser: 5 })

/** Bounds of a picture that is decoded: a long narrow one takes seconds for few pixels. */
export const pictureLimits = { pixels: 50_000_000, edge: 16_384, seconds: 5 }
