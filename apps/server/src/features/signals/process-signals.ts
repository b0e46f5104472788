import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { type Batch, batchBytes, type ReadFromSender, readFromSender } from './read-pending-signals.ts'
import { type TurnOutcome, takeTurn } from './signal-turn.ts'
import { findCustomersWithSignalsForAllCustomers, type SourceOfSignals } from './signal-turn-table.ts'

/** Customers wait for each other no longer than the disk makes them: most of the time of a small batch is its commit. */
const standardLanes = 2
/** Reading that takes longer gives up its lane to the others; it holds no connection, and memory is bounded by how many do. */
const slowReadingMs = 100
const maxSlow = 8
/** What is left of batches between turns, over all customers; beyond this a batch is read again. */
const maxKeptBytes = 48 * 1024 * 1024
/** How often a lane with nothing to do asks again while another works. */
const idleMs = 100
const maxSuspectTurns = 50
/**
 * Work on a signal that was begun and did not end is tried once more at once. From the second time on the process works for so long before that:
 * others are served, and what was only met by a series of restarts is not taken for their cause.
 */
const standardSuspectsAfterMs = 20_000

type CreateContext = () => Context

/** Who has waited for how long is in the order of two lists: those that had no turn yet come first. */
type Round = {
  fresh: SourceOfSignals[]
  again: SourceOfSignals[]
  suspects: Map<string, SourceOfSignals>
  busy: Set<string>
  finished: Set<string>
  /** Turns that read for longer, each of which is worked beside by one more lane. */
  slow: number
  working: number
  lanes: Set<Promise<void>>
  addLane: () => void
  hasMore: boolean
  stopping: AbortSignal | undefined
}

const createRound = (stopping: AbortSignal | undefined): Round => ({
  fresh: [],
  again: [],
  suspects: new Map(),
  busy: new Set(),
  finished: new Set(),
  slow: 0,
  working: 0,
  lanes: new Set(),
  addLane: () => {},
  hasMore: false,
  stopping,
})

/**
 * Makes the job that turns what waits in the inbox into alerts, incidents and tickets. Each part's work and its mark commit together, so that it
 * happens exactly once however often this is killed. Customers take turns: one with much to record has some of it recorded, then the others
 * come. The job answers whether there may be more.
 */
export function createSignalProcessor({
  lanes = standardLanes,
  read = readFromSender,
  suspectsAfterMs = standardSuspectsAfterMs,
}: {
  lanes?: number
  read?: ReadFromSender
  suspectsAfterMs?: number
} = {}): (createContext: CreateContext, stopping?: AbortSignal) => Promise<boolean> {
  const holder = randomUUID()
  const since = performance.now()
  const settings = () => ({ holder, read, maxUnended: performance.now() - since >= suspectsAfterMs ? 32_767 : 1 })
  const batches = new Map<string, Batch>()

  function keep(customerId: string, batch: Batch | null): void {
    batches.delete(customerId)
    if (!batch) return
    const kept = [...batches.values()].reduce((sum, one) => sum + batchBytes(one), 0)
    if (kept + batchBytes(batch) <= maxKeptBytes) batches.set(customerId, batch)
  }

  /** As `read`; what takes longer than a moment, such as a large body, leaves its lane to other customers. */
  const readBeside =
    (round: Round): ReadFromSender =>
    async (...given) => {
      let isSlow = false
      const timer = setTimeout(() => {
        if (round.slow >= maxSlow) return
        isSlow = true
        round.slow += 1
        round.addLane()
      }, slowReadingMs)
      try {
        return await read(...given)
      } finally {
        clearTimeout(timer)
        if (isSlow) round.slow -= 1
      }
    }

  async function turn(createContext: CreateContext, round: Round, source: SourceOfSignals): Promise<TurnOutcome> {
    const { customerId } = source
    const context = createContext()
    const startedAt = performance.now()
    round.busy.add(customerId)
    try {
      const outcome = await takeTurn(context, source, { ...settings(), read: readBeside(round) }, batches.get(customerId))
      keep(customerId, outcome.batch)
      if (outcome.batch) round.again.push(source)
      else round.finished.add(customerId)
      if (outcome.fault) context.log.warn({ err: outcome.fault, customerId }, 'signals wait for a fault that passes')
      return outcome
    } catch (error) {
      // Nothing is known of what failed: the customer is tried again in the next run, and the others go on.
      batches.delete(customerId)
      round.finished.add(customerId)
      context.log.error({ err: error, customerId }, 'signals of a customer could not be worked through')
      return { batch: null, hasMore: false }
    } finally {
      round.busy.delete(customerId)
      context.log.info({ job: 'process-signals', customerId, ms: Math.round(performance.now() - startedAt) }, 'job')
    }
  }

  /** Finds customers that have no place in the round yet; those that had one as well, where another lane works anyway. */
  async function ask(createContext: CreateContext, round: Round): Promise<void> {
    const found = await workForAllCustomers(createContext(), (transaction) =>
      findCustomersWithSignalsForAllCustomers(transaction, settings()),
    )
    const mayRepeat = round.busy.size > 0 && round.suspects.size === 0
    for (const source of found) {
      const { customerId, isSuspect } = source
      const isWaiting = [...round.fresh, ...round.again].some((one) => one.customerId === customerId)
      if (isWaiting || round.busy.has(customerId) || (round.finished.has(customerId) && !mayRepeat)) continue
      if (isSuspect) round.suspects.set(customerId, source)
      else round.fresh.push(source)
    }
  }

  async function workLane(createContext: CreateContext, round: Round, ended: { turn: PromiseWithResolvers<void> }): Promise<void> {
    round.working += 1
    try {
      // One that was added ends when what it worked beside has been read.
      while (!round.stopping?.aborted && round.working <= lanes + round.slow) {
        const source = round.fresh.shift() ?? round.again.shift()
        if (!source) {
          await ask(createContext, round)
          if (round.fresh.length > 0) continue
          if (round.busy.size === 0) return
          // The other lane may leave something, or something new arrive.
          await Promise.race([ended.turn.promise, wait(idleMs)])
          continue
        }
        const { batch, hasMore } = await turn(createContext, round, source)
        ended.turn.resolve()
        ended.turn = Promise.withResolvers()
        round.hasMore ||= hasMore
        // Who came meanwhile comes before the rest of this one.
        if (batch) await ask(createContext, round)
      }
    } finally {
      // At once: no two lanes end in the place of one.
      round.working -= 1
    }
  }

  /** What may end the process is worked on while nothing else is, so that nothing else is suspected with it. */
  async function workSuspects(createContext: CreateContext, round: Round): Promise<void> {
    round.addLane = () => {}
    let turns = 0
    for (const source of round.suspects.values()) {
      if (turns >= maxSuspectTurns || round.stopping?.aborted) break
      turns += 1
      await turn(createContext, round, source)
    }
    round.hasMore ||= turns > 0
  }

  return async (createContext, stopping) => {
    const round = createRound(stopping)
    await ask(createContext, round)
    const ended = { turn: Promise.withResolvers<void>() }
    const failures: unknown[] = []
    round.addLane = () => {
      const lane: Promise<void> = workLane(createContext, round, ended)
        .catch((error) => void failures.push(error))
        .finally(() => round.lanes.delete(lane))
      round.lanes.add(lane)
    }
    for (let index = 0; index < lanes; index += 1) round.addLane()
    // All have ended before this does, also when one fails.
    while (round.lanes.size > 0) await Promise.race(round.lanes)
    if (failures.length > 0) throw failures[0]
    await workSuspects(createContext, round)
    return round.hasMore
  }
}
