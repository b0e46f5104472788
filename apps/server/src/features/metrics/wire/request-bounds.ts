/** A request that holds more than is read at once. The message says what, for its sender. */
export class TooMuchAtOnce extends Error {}

const megabyte = 1024 * 1024

/** What one request may hold, whatever its size. Counted while it is read, before anything is kept of it. */
export const requestLimits = {
  series: 100_000,
  points: 2 ** 19,
  /** Fields of messages that hold others, empty ones included: resources, scopes, metrics, series, labels, points. */
  fields: 3_000_000,
  symbols: 500_000,
  /** Of the label sets of all series: a few symbols can name many large ones. */
  labelBytes: 32 * megabyte,
  /** What is beyond is passed over. */
  metadata: 5000,
} as const

/** Of one label set. A label longer than `labelBytes` is longer than `labelLength` characters in any case. */
export const setLimits = { labels: 64, labelLength: 1000, labelBytes: 4096 } as const

/** The most that the labels of one set take as they were sent. */
export const maxSetBytes = setLimits.labels * (setLimits.labelBytes + 16)

/** A point or one attribute: it is read in one turn. */
export const maxPartBytes = 64 * 1024

/** Why points are not taken, whatever the limit of the customer is. */
export const pointFaults = ['no-name', 'too-many-labels', 'label-too-long', 'label-twice', 'no-value', 'too-large'] as const
export type PointFault = (typeof pointFaults)[number]
export type FaultCounts = Readonly<Record<PointFault, number>>

export const noFaults = (): Record<PointFault, number> => ({
  'no-name': 0,
  'too-many-labels': 0,
  'label-too-long': 0,
  'label-twice': 0,
  'no-value': 0,
  'too-large': 0,
})

/** Counts what a request holds. Each throws TooMuchAtOnce. */
export class RequestBounds {
  #fields = 0
  #labelBytes = 0

  field(): void {
    if (++this.#fields > requestLimits.fields) throw new TooMuchAtOnce(`More than ${requestLimits.fields} fields in one request.`)
  }

  labels(bytes: number): void {
    this.#labelBytes += bytes
    if (this.#labelBytes > requestLimits.labelBytes)
      throw new TooMuchAtOnce(`The labels of one request take more than ${requestLimits.labelBytes / megabyte} MB.`)
  }
}
