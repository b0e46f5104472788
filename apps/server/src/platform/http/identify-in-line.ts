import { createHash } from 'node:crypto'
import { TooMany } from '#server/platform/errors.ts'
import type { Gate } from '#server/platform/http/door.ts'
import { type Limit, networkOf } from '#server/platform/http/limit-requests.ts'

/** Of addresses with too many refused tokens. */
const maxAtOnce = 3
const maxWaiting = 500
const retrySeconds = 5
const rememberedMilliseconds = 10 * 60_000
const maxRemembered = 10_000

/** Tokens that were accepted lately. Each is looked up again all the same. */
function createMemory() {
  const acceptedAt = new Map<string, number>()
  return {
    has: (key: string) => Date.now() - (acceptedAt.get(key) ?? Number.NEGATIVE_INFINITY) < rememberedMilliseconds,
    add(key: string) {
      acceptedAt.delete(key)
      const oldest = acceptedAt.size >= maxRemembered ? acceptedAt.keys().next().value : undefined
      if (oldest !== undefined) acceptedAt.delete(oldest)
      acceptedAt.set(key, Date.now())
    },
  }
}

function createLine() {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= maxWaiting) throw new TooMany(retrySeconds)
    if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/**
 * Guessing costs the database few connections: from an address with too many refused tokens, unknown ones are looked up a few at a time. They
 * are looked up, though: a valid one is accepted, whatever else comes from its address.
 */
export function identifyInLine(gate: Gate, failedPerAddress: Limit): Gate {
  const memory = createMemory()
  const inLine = createLine()
  return {
    ...gate,
    async identify(token, visit) {
      const key = createHash('sha256').update(token).digest('base64')
      const isSuspect = !memory.has(key) && (await failedPerAddress.isReached(networkOf(visit.address)))
      const identify = () => gate.identify(token, visit)
      const caller = await (isSuspect ? inLine(identify) : identify())
      memory.add(key)
      return caller
    },
  }
}
