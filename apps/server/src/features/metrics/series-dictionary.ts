import { createHash } from 'node:crypto'
import type { SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import type { Pool } from 'pg'
import { Unavailable } from '#server/platform/errors.ts'
import { noteRefusedSeries } from './metric-series-table.ts'
import { createNumbering, type NumberTogether } from './number-together.ts'
import { type PointFault, pointFaults, setLimits } from './wire/request-bounds.ts'
import type { SentPoints, SentSeries } from './wire/sent-points.ts'
import type { Turns } from './wire/turns.ts'

/** The number of a series that is beyond the limit of the customer. */
export const refusedSeries = 0

/** Why no point of a series is taken, whose number is below zero; null for others. */
export const faultOf = (no: number): PointFault | null => (no < 0 ? (pointFaults[-no - 1] ?? null) : null)
const numberOfFault = (fault: PointFault) => -1 - pointFaults.indexOf(fault)

const maxKeysPerGeneration = 200_000
/** Label sets that are looked for together. */
const batches = { series: 5000, bytes: 2 * 1024 * 1024 }
/** Until the limit of the customer is raised, or a series forgotten, no one asks again for what was refused. */
const refusalMilliseconds = 10 * 60_000
/**
 * Of label sets that are not known, a customer may send so many at once, and so many each second; fewer of them while some are refused: each is
 * looked for, and nothing comes of it.
 */
const unknownSets = { atOnce: 20_000, perSecond: 5_000, perSecondBeyondLimit: 1_000 }
const beyondLimitMilliseconds = 60_000

export type SeriesDictionary = {
  /** The customer's number of each series of a request, `refusedSeries` or that of a fault for those that are not taken. Throws Unavailable. */
  numbersOf(customerId: string, sent: SentPoints, turns: Turns): Promise<Int32Array>
  size(): number
}

/**
 * Numbers label sets. What was used lately is remembered in two generations: when the young one is full the old one is forgotten, so that a
 * sender of ever new sets costs lookups and never memory. What the limit refuses is remembered too, what has a fault is not.
 */
export function createSeriesDictionary(pool: Pool, now = Date.now): SeriesDictionary {
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let refusalsSince = now()
  const allowance = createAllowance(now)
  const numberTogether = createNumbering(pool)

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
        if (turns.isOver()) await turns.next()
      }
      // Those with a fault cost no lookup, and are none of the customer's label sets.
      const wanted: number[] = []
      for (const index of unknown) {
        const { fault } = normalise(sent.describe(index))
        if (fault) numbers[index] = numberOfFault(fault)
        else wanted.push(index)
        if (turns.isOver(bytesLookedAt)) await turns.next()
      }
      if (wanted.length > 0) allowance.take(customerId, countDistinct(sent, wanted))
      let isAnyRefused = false
      for (let start = 0; start < wanted.length; ) {
        const found = await look(numberTogether, customerId, sent, wanted, start, turns)
        start += found.length
        for (const [index, no] of found) {
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

const bytesLookedAt = 1024

const countDistinct = ({ keys }: SentPoints, indexes: readonly number[]) => new Set(indexes.map((index) => keys[index])).size

/** Looks for label sets from `start` on, as many as go into one batch. */
async function look(
  numberTogether: NumberTogether,
  customerId: string,
  sent: SentPoints,
  indexes: readonly number[],
  start: number,
  turns: Turns,
): Promise<[number, number][]> {
  const series: { index: number; hash: string }[] = []
  const wanted = new Map<string, NormalSeries>()
  let bytes = 0
  while (start + series.length < indexes.length && series.length < batches.series && bytes < batches.bytes) {
    const index = indexes[start + series.length] as number
    const { normal } = normalise(sent.describe(index))
    const hash = normal?.hash.toString('latin1') ?? ''
    series.push({ index, hash })
    bytes += normal?.labels.length ?? 0
    if (normal) wanted.set(hash, normal)
    if (turns.isOver(bytesLookedAt)) await turns.next()
  }
  const numbers = wanted.size > 0 ? await numberTogether(customerId, wanted) : new Map<string, number>()
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
      // Of one request no more is noted, so that what follows it is put off for seconds and not for as long as it was large.
      used.set(customerId, { ...before, count: left + Math.min(count, unknownSets.atOnce), at: now() })
      if (used.size > 1000) for (const [id, { at }] of used) if (now() - at > 60_000) used.delete(id)
    },
    noteRefusal(customerId: string): void {
      const before = used.get(customerId)
      if (before) before.refusedAt = now()
    },
  }
}

type NormalSeries = { metric: string; labels: string; hash: Buffer; kind: SeriesKind | null; unit: string | null }
type Normalised = { normal: NormalSeries; fault: null } | { normal: null; fault: PointFault }

const withFault = (fault: PointFault): Normalised => ({ normal: null, fault })

/** The same for equal sets in whatever order and format they came, or why a set cannot be taken. */
export function normalise({ labels, kind, unit }: SentSeries): Normalised {
  if (labels.length > setLimits.labels) return withFault('too-many-labels')
  if (labels.some(([name, value]) => name.length + value.length > setLimits.labelLength)) return withFault('label-too-long')
  const clean = labels.filter(([name, value]) => name !== '' && value !== '')
  const sorted = clean.map(([name, value]) => [storable(name), storable(value)] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  if (sorted.some(([name], index) => index > 0 && sorted[index - 1]?.[0] === name)) return withFault('label-twice')
  const metric = sorted.find(([name]) => name === '__name__')?.[1]
  if (!metric?.trim()) return withFault('no-name')
  const text = JSON.stringify(Object.fromEntries(sorted.filter(([name]) => name !== '__name__')))
  const hash = createHash('sha256').update(`${metric}\n${text}`).digest().subarray(0, 16)
  return { normal: { metric, labels: text, hash, kind, unit: unit === null ? null : storable(unit).slice(0, 100) || null }, fault: null }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()
