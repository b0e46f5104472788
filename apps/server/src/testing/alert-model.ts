/** What the rules of the life of an alert say, in times as milliseconds, apart from the code that follows them: a model for tests. */
export type Known = {
  isFiring: boolean
  startedAt: number
  endedAt: number | null
  newestClaimedStart: number | null
  newestClaimedEnd: number | null
  /** When the last end that said something new was received. */
  endReceivedAt: number | null
}

type Event = { isFiring: boolean; start: number | null; end: number | null }

const copiesComeForMs = 2 * 60_000
const newest = (...times: (number | null)[]): number => Math.max(...times.map((time) => time ?? Number.NEGATIVE_INFINITY))

export function receive(known: Known | undefined, event: Event, at: number): Known {
  if (!event.isFiring) return receiveEnd(known, event.start, event.end === null ? null : Math.min(event.end, at), at)
  if (known?.isFiring)
    return { ...known, newestClaimedStart: event.start === null ? known.newestClaimedStart : newest(known.newestClaimedStart, event.start) }
  const begun = {
    ...(known ?? { endedAt: null, newestClaimedEnd: null, endReceivedAt: null }),
    isFiring: true,
    newestClaimedStart: event.start,
  }
  const claimed = Math.min(event.start ?? at, at)
  if (!known) return { ...begun, startedAt: claimed }
  if (known.endReceivedAt === null || at > known.endReceivedAt + copiesComeForMs) return { ...begun, startedAt: at }
  const isOld =
    event.start !== null && (event.start <= newest(known.endedAt, known.newestClaimedEnd) || event.start === known.newestClaimedStart)
  return isOld ? receiveCopy(known, event.start as number) : { ...begun, startedAt: claimed }
}

/** A copy opens nothing; one from between two ends that were received tells of the episode that the later end ended. */
function receiveCopy(known: Known, start: number): Known {
  const { endedAt, newestClaimedEnd } = known
  const isBetween = endedAt !== null && newestClaimedEnd !== null && endedAt < start && start <= newestClaimedEnd
  return isBetween ? { ...known, startedAt: start, newestClaimedStart: start, endedAt: newestClaimedEnd } : known
}

function receiveEnd(known: Known | undefined, start: number | null, end: number | null, at: number): Known {
  if (!known) {
    const endedAt = end ?? at
    const startedAt = Math.min(start ?? endedAt, endedAt)
    return { isFiring: false, startedAt, endedAt, newestClaimedStart: null, newestClaimedEnd: end, endReceivedAt: at }
  }
  const { newestClaimedStart, newestClaimedEnd } = known
  const newestClaim = end === null ? newestClaimedEnd : newest(newestClaimedEnd, end)
  const isRepeated = end !== null && newestClaimedEnd !== null && end <= newestClaimedEnd
  const isBeforeStart = end !== null && newestClaimedStart !== null && newestClaimedStart <= at && end < newestClaimedStart
  const namesStart = start !== null && newestClaimedStart !== null && start >= newestClaimedStart
  const separated = isBeforeStart && known.startedAt <= (end as number) ? { ...known, startedAt: newestClaimedStart as number } : known
  if (known.isFiring) {
    if (isRepeated || (isBeforeStart && !namesStart)) return separated
    return { ...known, isFiring: false, endedAt: Math.max(end ?? at, known.startedAt), newestClaimedEnd: newestClaim, endReceivedAt: at }
  }
  const saysMore = end !== null && end > newest(known.endedAt, newestClaimedEnd)
  return saysMore ? { ...known, newestClaimedEnd: end, endReceivedAt: at } : separated
}
