import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { Unavailable } from '#server/platform/errors.ts'
import { noteRefusedSeries, numberSeries } from './metric-series-table.ts'
import type { SentPoints, SentSeries } from './wire/sent-points.ts'
import type { Turns } from './wire/turns.ts'

/** The number of a series that is not taken. */
export const refusedSeries = 0

const maxKeysPerGeneration = 200_000
const maxLabels = 64
const maxLabelLength = 1000
const batchSize = 5000
/** Until the limit of the customer is raised, or a series forgotten, no one asks again for what was refused. */
const refusalMilliseconds = 10 * 60_000
/**
 * Of label sets that are not known, a customer may send so many at once, and so many each second; fewer of them while some are refused: each is
 * looked for, and nothing comes of it.
 */
const unknownSets = { atOnce: 20_000, perSecond: 5_000, perSecondBeyondLimit: 1_000 }
const beyondLimitMilliseconds = 60_000

export type SeriesDictionary = {
  /** The customer's number of each series of a request, `refusedSeries` for those that are not taken. Throws Unavailable. */
  numbersOf(customerId: string, sent: SentPoints, turns: Turns): Promise<Int32Array>
  size(): number
}

/**
 * Numbers label sets. What was used lately is remembered in two generations: when the young one is full the old one is forgotten, so that a
 * sender of ever new sets costs lookups and never memory. What is refused is remembered too.
 */
export function createSeriesDictionary(pool: Pool, now = Date.now): SeriesDictionary {
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let refusalsSince = now()
  const allowance = createAllowance(now)

  const remember = (key: string, no: number) => {
    if (young.size >= maxKeysPerGeneration) {
      old = young
      young = new Map()
    }
    young.set(key, no)
    return no
  }
  const recall = (key: string): number | undefined => {
    const no = young.get(key)
    if (no !== undefined) return no
    const older = old.get(key)
    return older === undefined ? undefined : remember(key, older)
  }
  const forgetRefusals = () => {
    if (now() - refusalsSince < refusalMilliseconds) return
    refusalsSince = now()
    for (const generation of [young, old]) for (const [key, no] of generation) if (no === refusedSeries) generation.delete(key)
  }

  return {
    async numbersOf(customerId, sent, turns) {
      forgetRefusals()
      const numbers = new Int32Array(sent.keys.length)
      const unknown: number[] = []
      for (const [index, key] of sent.keys.entries()) {
        const no = recall(`${customerId}\n${key}`)
        if (no === undefined) unknown.push(index)
        else numbers[index] = no
      }
      if (unknown.length > 0) allowance.take(customerId, unknown.length)
      let isAnyRefused = false
      for (let start = 0; start < unknown.length; start += batchSize) {
        const batch = unknown.slice(start, start + batchSize)
        for (const [index, no] of await look(pool, customerId, sent, batch, turns)) {
          numbers[index] = remember(`${customerId}\n${sent.keys[index]}`, no)
          isAnyRefused ||= no === refusedSeries
        }
      }
      if (isAnyRefused) {
        allowance.noteRefusal(customerId)
        await noteRefusedSeries(pool, customerId)
      }
      return numbers
    },
    size: () => young.size + old.size,
  }
}

async function look(pool: Pool, customerId: string, sent: SentPoints, indexes: number[], turns: Turns): Promise<[number, number][]> {
  const series: { index: number; hash: string }[] = []
  const wanted = new Map<string, NonNullable<ReturnType<typeof normalise>>>()
  for (const index of indexes) {
    const normalised = normalise(sent.describe(index))
    const hash = normalised?.hash.toString('latin1') ?? ''
    series.push({ index, hash })
    if (normalised) wanted.set(hash, normalised)
    if (turns.isOver()) await turns.next()
  }
  const numbers = wanted.size > 0 ? await numberSeries(pool, customerId, [...wanted.values()]) : new Map<string, number>()
  return series.map(({ index, hash }) => [index, numbers.get(hash) ?? refusedSeries])
}

/** Allows each customer so many at once, and so many each second from then on. Throws Unavailable beyond. */
export function createAllowance(now: () => number) {
  const used = new Map<string, { count: number; at: number; refusedAt: number }>()
  return {
    take(customerId: string, count: number): void {
      const before = used.get(customerId) ?? { count: 0, at: now(), refusedAt: Number.NEGATIVE_INFINITY }
      const isBeyond = now() - before.refusedAt < beyondLimitMilliseconds
      const perSecond = isBeyond ? unknownSets.perSecondBeyondLimit : unknownSets.perSecond
      const left = Math.max(0, before.count - ((now() - before.at) / 1000) * perSecond)
      if (left > 0 && left + count > unknownSets.atOnce) throw new Unavailable(Math.ceil((left + count - unknownSets.atOnce) / perSecond))
      used.set(customerId, { ...before, count: left + count, at: now() })
      if (used.size > 1000) for (const [id, { at }] of used) if (now() - at > 60_000) used.delete(id)
    },
    noteRefusal(customerId: string): void {
      const before = used.get(customerId)
      if (before) before.refusedAt = now()
    },
  }
}

/** The same for equal sets in whatever order and format they came; null for a set that cannot be taken. */
function normalise({ labels, kind, unit }: SentSeries) {
  const isTooLong = labels.some(([name, value]) => name.length + value.length > maxLabelLength)
  if (labels.length > maxLabels || isTooLong) return null
  const clean = labels.filter(([name, value]) => name !== '' && value !== '')
  const sorted = clean.map(([name, value]) => [storable(name), storable(value)] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  if (sorted.some(([name], index) => index > 0 && sorted[index - 1]?.[0] === name)) return null
  const metric = sorted.find(([name]) => name === '__name__')?.[1]
  if (!metric) return null
  const text = JSON.stringify(Object.fromEntries(sorted.filter(([name]) => name !== '__name__')))
  const hash = createHash('sha256').update(`${metric}\n${text}`).digest().subarray(0, 16)
  return { metric, labels: text, hash, kind, unit: unit === null ? null : storable(unit).slice(0, 100) || null }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()
