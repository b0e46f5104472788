import { hasNoValue, kindOfSum, OtlpCollector, OtlpMetric, SharedLabels } from './otlp-points.ts'
import { ProtobufReader } from './protobuf-reader.ts'
import { maxPartBytes, type PointFault, setLimits } from './request-bounds.ts'
import type { HoldMemory, Label, SentPoints } from './sent-points.ts'
import { Undecodable } from './snappy-block.ts'
import type { Turns } from './turns.ts'

/** Field numbers of opentelemetry.proto.metrics.v1.Metric: which kind of data it holds. */
const dataFields = { gauge: 5, sum: 7, histogram: 9, exponentialHistogram: 10, summary: 11 } as const
const isDataField = (field: number) => Object.values<number>(dataFields).includes(field)

/** In a data point of a gauge or sum; of the others by their kind. */
const attributesOfNumbers = 7
const attributesOfDistributions: Record<number, number> = { 9: 9, 10: 1, 11: 7 }

type Data = { name: string; unit: string; field: number; shared: SharedLabels }

/**
 * Reads an ExportMetricsServiceRequest. Gauges and sums become one series each; histograms and summaries two, their count and their sum.
 * Messages that hold others are walked through twice where what is said of all of them may stand last, and nothing of them is kept. Throws
 * Undecodable and TooMuchAtOnce.
 */
export function readOtlpProtobuf(bytes: Buffer, turns: Turns, hold: HoldMemory): Promise<SentPoints> {
  return new RequestReader(bytes, turns, hold).read()
}

class RequestReader {
  readonly #reader: ProtobufReader
  readonly #turns: Turns
  readonly #points: OtlpCollector

  constructor(bytes: Buffer, turns: Turns, hold: HoldMemory) {
    this.#reader = new ProtobufReader(bytes)
    this.#turns = turns
    this.#points = new OtlpCollector(hold)
  }

  async read(): Promise<SentPoints> {
    await this.#fields(this.#reader.bytes.length, (field, wireType) => field === 1 && wireType === 2 && this.#readResource())
    return this.#points.finish(({ from, end, field }) => readAttributes(new ProtobufReader(this.#reader.bytes, from, end), field))
  }

  /** Calls `on` for each field up to `end`; those for which it answers false are passed over. Others have their turn between two fields. */
  async #fields(end: number, on: (field: number, wireType: number) => boolean | Promise<boolean>): Promise<void> {
    const reader = this.#reader
    const outer = reader.end
    reader.end = end
    while (reader.at < end) {
      const before = reader.at
      this.#points.bounds.field()
      const tag = reader.varint()
      const taken = on(tag >>> 3, tag & 7)
      if (!(typeof taken === 'boolean' ? taken : await taken)) reader.skip(tag & 7)
      if (this.#turns.isOver(Math.min(reader.at - before, maxPartBytes))) await this.#turns.next()
    }
    if (reader.at !== end) throw new Undecodable('protobuf: a field goes beyond its message')
    reader.end = outer
  }

  async #readResource(): Promise<boolean> {
    const reader = this.#reader
    const end = reader.block()
    const from = reader.at
    const shared = new SharedLabels()
    // A sender may write the resource behind its metrics.
    await this.#fields(end, (field, wireType) => field === 1 && wireType === 2 && this.#readSharedLabels(shared))
    reader.at = from
    await this.#fields(end, (field, wireType) => field === 2 && wireType === 2 && this.#readScope(shared))
    return true
  }

  async #readSharedLabels(shared: SharedLabels): Promise<boolean> {
    await this.#fields(this.#reader.block(), (field, wireType) => {
      if (field !== 1 || wireType !== 2) return false
      const attribute = readAttribute(this.#reader)
      if (attribute) shared.add(attribute)
      return true
    })
    return true
  }

  async #readScope(shared: SharedLabels): Promise<boolean> {
    await this.#fields(this.#reader.block(), (field, wireType) => field === 2 && wireType === 2 && this.#readMetric(shared))
    return true
  }

  async #readMetric(shared: SharedLabels): Promise<boolean> {
    const reader = this.#reader
    const end = reader.block()
    const from = reader.at
    let [name, unit] = ['', '']
    await this.#fields(end, (field, wireType) => {
      if (wireType !== 2) return false
      if (field === 1) name = reader.text(setLimits.labelBytes)
      else if (field === 3) unit = reader.text(setLimits.labelLength)
      else return false
      return true
    })
    reader.at = from
    await this.#fields(end, (field, wireType) => wireType === 2 && isDataField(field) && this.#readData({ name, unit, field, shared }))
    return true
  }

  async #readData({ name, unit, field: dataField, shared }: Data): Promise<boolean> {
    const reader = this.#reader
    const end = reader.block()
    const from = reader.at
    let [temporality, isMonotonic] = [0, false]
    await this.#fields(end, (field, wireType) => {
      if (field === 2 && wireType === 0) temporality = reader.varint()
      else if (field === 3 && wireType === 0) isMonotonic = reader.varint() !== 0
      else return false
      return true
    })
    reader.at = from
    const isNumber = dataField === dataFields.gauge || dataField === dataFields.sum
    const kindOfDistribution = dataField === dataFields.summary ? 'counter' : kindOfSum(temporality, true)
    const kindOfNumber = dataField === dataFields.gauge ? 'gauge' : kindOfSum(temporality, isMonotonic)
    let metrics: OtlpMetric[] | undefined
    await this.#fields(end, (field, wireType) => {
      if (field !== 1 || wireType !== 2) return false
      // At the first point: a metric without points costs nothing.
      metrics ??= partsOf(new OtlpMetric(name, unit, isNumber ? kindOfNumber : kindOfDistribution, shared), isNumber)
      this.#readPoint(metrics, isNumber ? attributesOfNumbers : (attributesOfDistributions[dataField] ?? 0))
      return true
    })
    return true
  }

  /** In one turn: a larger one is left out. */
  #readPoint(metrics: readonly OtlpMetric[], attributesField: number): void {
    const reader = this.#reader
    const end = reader.block()
    const from = reader.at
    if (end - from > maxPartBytes) {
      reader.at = end
      this.#points.leaveOut('too-large')
      return
    }
    const point = metrics.length === 1 ? readNumber(reader, end) : readDistribution(reader, end, attributesField)
    const values = point.fault ? [] : point.values
    if (point.fault) this.#points.leaveOut(point.fault)
    const write = (target: Buffer, at: number) => writeAttributes(new ProtobufReader(reader.bytes, from, end), attributesField, target, at)
    for (const [index, value] of values.entries()) {
      const metric = metrics[index] as OtlpMetric
      if (value !== null) this.#points.add({ metric, from, end, field: attributesField }, write, point.at, value)
    }
  }
}

const partsOf = (metric: OtlpMetric, isNumber: boolean) => (isNumber ? [metric] : [metric.part('_count'), metric.part('_sum')])

/** Null is a value that there is not. */
type Point = { at: number; values: (number | null)[]; fault: PointFault | null }

/** Counts the attributes of a point as they pass. */
class AttributeCheck {
  #count = 0
  fault: PointFault | null = null

  pass(reader: ProtobufReader): void {
    const end = reader.block()
    this.#count++
    if (this.#count > setLimits.labels) this.fault ??= 'too-many-labels'
    if (end - reader.at > setLimits.labelBytes) this.fault ??= 'label-too-long'
    reader.at = end
  }
}

function readNumber(reader: ProtobufReader, end: number): Point {
  const attributes = new AttributeCheck()
  let [at, flags] = [0, 0]
  let value: number | null = null
  reader.fields(end, (field, wireType) => {
    if (field === attributesOfNumbers && wireType === 2) attributes.pass(reader)
    else if (field === 3 && wireType === 1) at = millisecondsOf(reader.fixed64())
    else if (field === 4 && wireType === 1) value = reader.double()
    else if (field === 6 && wireType === 1) value = reader.signedFixed64()
    else if (field === 8 && wireType === 0) flags = reader.varint()
    else return false
    return true
  })
  const recorded = hasNoValue(flags) ? Number.NaN : value
  return { at, values: [recorded], fault: attributes.fault ?? (recorded === null ? 'no-value' : null) }
}

/** Histograms of both kinds and summaries have time, count and sum in the same fields. */
function readDistribution(reader: ProtobufReader, end: number, attributesField: number): Point {
  const attributes = new AttributeCheck()
  let [at, count] = [0, 0]
  let sum: number | null = null
  reader.fields(end, (field, wireType) => {
    if (field === attributesField && wireType === 2) attributes.pass(reader)
    else if (field === 3 && wireType === 1) at = millisecondsOf(reader.fixed64())
    else if (field === 4 && wireType === 1) count = reader.fixed64()
    else if (field === 5 && wireType === 1) sum = reader.double()
    else return false
    return true
  })
  return { at, values: [count, Number.isNaN(sum) ? null : sum], fault: attributes.fault }
}

/** Copies the attributes of a point as they were sent; returns where they end. */
function writeAttributes(reader: ProtobufReader, attributesField: number, target: Buffer, start: number): number {
  let at = start
  reader.fields(reader.end, (field, wireType) => {
    if (field !== attributesField || wireType !== 2) return false
    const from = reader.at
    reader.at = reader.block()
    at += reader.bytes.copy(target, at, from, reader.at)
    return true
  })
  return at
}

function readAttributes(reader: ProtobufReader, attributesField: number): Label[] {
  const found: Label[] = []
  reader.fields(reader.end, (field, wireType) => {
    if (field !== attributesField || wireType !== 2) return false
    const attribute = readAttribute(reader)
    if (attribute) found.push(attribute)
    return true
  })
  return found
}

/** Null for one that is too large to be a label. */
function readAttribute(reader: ProtobufReader): Label | null {
  const end = reader.block()
  if (end - reader.at > maxPartBytes) {
    reader.at = end
    return null
  }
  let [name, value] = ['', '']
  reader.fields(end, (field, wireType) => {
    if (wireType !== 2) return false
    if (field === 1) name = reader.text(setLimits.labelBytes)
    else if (field === 2) value = readValue(reader)
    else return false
    return true
  })
  return [name, value]
}

/** Lists and maps as values are left out. */
function readValue(reader: ProtobufReader): string {
  let value = ''
  reader.fields(reader.block(), (field, wireType) => {
    if (field === 1 && wireType === 2) value = reader.text(setLimits.labelBytes)
    else if (field === 2 && wireType === 0) value = reader.varint() ? 'true' : 'false'
    else if (field === 3 && wireType === 0) value = String(reader.varint())
    else if (field === 4 && wireType === 1) value = String(reader.double())
    else return false
    return true
  })
  return value
}

const millisecondsOf = (nanoseconds: number) => Math.floor(nanoseconds / 1e6)
