import type { SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import { ProtobufReader } from './protobuf-reader.ts'
import { readSample } from './remote-write-1.ts'
import { maxPartBytes, maxSetBytes, RequestBounds, requestLimits, setLimits, TooMuchAtOnce } from './request-bounds.ts'
import { type HoldMemory, keyOf, type Label, PointCollector, type SentPoints, type SentSeries } from './sent-points.ts'
import { Undecodable } from './snappy-block.ts'
import type { Turns } from './turns.ts'

// Tags of io.prometheus.write.v2.Request and its parts: field number * 8 + wire type.
const symbolField = 34
const timeSeries = 42
const labelRefsPacked = 10
const labelRef = 8
const samples = 18
const histograms = 26
const exemplars = 34
const metadata = 42
/** The tags of version 1.0. */
const timeSeriesOf1 = 10
const metadataOf1 = 26

const maxRefs = setLimits.labels * 2

/** Reads remote write 2.0, after snappy. A series without samples is left out. Throws Undecodable and TooMuchAtOnce. */
export async function readRemoteWrite2(bytes: Buffer, turns: Turns, hold: HoldMemory): Promise<SentPoints> {
  const bounds = new RequestBounds()
  const symbols = await readSymbols(new ProtobufReader(bytes), bounds, turns)
  const points = new PointCollector((more) => hold(symbols.bytesHeld + more))
  const reader = new ProtobufReader(bytes)
  const series = new SeriesParts(bytes, symbols)
  const describedAt: number[] = []
  let [from, end, pointsBefore] = [0, 0, 0]

  const endSeries = () => {
    series.check()
    if (series.fault) points.leaveOut(pointsBefore, series.fault)
    else if (points.count > pointsBefore) {
      bounds.labels(series.writeKey())
      points.addKey(series.key())
      describedAt.push(from, end)
    }
    end = 0
    reader.end = bytes.length
  }
  const readField = () => {
    const tag = reader.varint()
    if (end > 0) {
      if (tag === samples) readSample(reader, points)
      else if (!series.read(reader, tag)) {
        if (tag === histograms || tag === exemplars) points.passedOver++
        reader.skip(tag & 7)
      }
    } else if (tag === timeSeries) {
      reader.end = end = reader.block()
      from = reader.at
      pointsBefore = points.count
      series.begin()
    } else reader.skip(tag & 7)
  }
  while (reader.at < bytes.length || end > 0) {
    const before = reader.at
    if (end > 0 && before === end) endSeries()
    else {
      bounds.field()
      readField()
      if (reader.at > reader.end) throw new Undecodable('remote write: a series goes beyond its end')
    }
    if (turns.isOver(Math.min(reader.at - before, maxPartBytes))) await turns.next()
  }
  return points.finish((index) => series.describe(describedAt[index * 2] as number, describedAt[index * 2 + 1] as number))
}

/** Where the symbols of a request are: no text is made of one before it is needed. */
class Symbols {
  readonly #bytes: Buffer
  #places = new Uint32Array(2048)
  #count = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get bytesHeld(): number {
    return this.#places.byteLength
  }

  add(from: number, end: number): void {
    if (this.#count >= requestLimits.symbols) throw new TooMuchAtOnce(`More than ${requestLimits.symbols} symbols in one request.`)
    if (this.#count * 2 === this.#places.length) {
      const longer = new Uint32Array(this.#places.length * 2)
      longer.set(this.#places)
      this.#places = longer
    }
    this.#places[this.#count * 2] = from
    this.#places[this.#count * 2 + 1] = end
    this.#count++
  }

  placeOf(ref: number): { from: number; end: number } {
    if (!(ref >= 0 && ref < this.#count)) throw new Undecodable('remote write: a symbol that is not there')
    return { from: this.#places[ref * 2] as number, end: this.#places[ref * 2 + 1] as number }
  }

  sizeOf(ref: number): number {
    const { from, end } = this.placeOf(ref)
    return end - from
  }

  textOf(ref: number): string {
    const { from, end } = this.placeOf(ref)
    return this.#bytes.toString('utf8', from, Math.min(end, from + setLimits.labelBytes))
  }
}

/** Symbols may stand behind the series that name them. */
async function readSymbols(reader: ProtobufReader, bounds: RequestBounds, turns: Turns): Promise<Symbols> {
  const symbols = new Symbols(reader.bytes)
  let isAnySeries = false
  while (reader.at < reader.end) {
    const before = reader.at
    const tag = reader.varint()
    bounds.field()
    if (tag === symbolField) {
      const end = reader.block()
      symbols.add(reader.at, end)
      reader.at = end
    } else if (tag === timeSeriesOf1 || tag === metadataOf1)
      throw new Undecodable('it is of remote write 1.0: send it as application/x-protobuf, without proto=io.prometheus.write.v2.Request')
    else {
      isAnySeries ||= tag === timeSeries
      reader.skip(tag & 7)
    }
    if (turns.isOver(Math.min(reader.at - before, maxPartBytes))) await turns.next()
  }
  if (isAnySeries && symbols.sizeOf(0) !== 0) throw new Undecodable('remote write: the first symbol must be empty')
  return symbols
}

/** What the keys of series are made in, one after the other, within one turn. */
const scratch = Buffer.alloc(maxSetBytes + 16)

/** The parts of the series that is being read that say which one it is. */
class SeriesParts {
  readonly #bytes: Buffer
  readonly #symbols: Symbols
  readonly #refs = new Uint32Array(maxRefs)
  #count = 0
  #type = 0
  #unitRef = 0
  #keyBytes = 0
  fault: 'too-many-labels' | 'label-too-long' | null = null

  constructor(bytes: Buffer, symbols: Symbols) {
    this.#bytes = bytes
    this.#symbols = symbols
  }

  begin(): void {
    this.#count = this.#type = this.#unitRef = 0
    this.fault = null
  }

  /** Returns false for a field that is none of these parts. */
  read(reader: ProtobufReader, tag: number): boolean {
    if (tag === labelRefsPacked) this.#readPacked(reader)
    else if (tag === labelRef) this.#add(reader.varint())
    else if (tag === metadata) this.#readMetadata(reader)
    else return false
    return true
  }

  #readPacked(reader: ProtobufReader): void {
    const stop = reader.block()
    while (reader.at < stop && !this.fault) this.#add(reader.varint())
    if (this.fault) reader.at = stop
    else if (reader.at !== stop) throw new Undecodable('remote write: references go beyond their end')
  }

  #add(ref: number): void {
    if (this.#count === maxRefs) this.fault ??= 'too-many-labels'
    else this.#refs[this.#count++] = ref
  }

  #readMetadata(reader: ProtobufReader): void {
    const end = reader.block()
    if (end - reader.at > maxPartBytes) throw new Undecodable('remote write: metadata of more than 64 kB')
    reader.fields(end, (field, wireType) => {
      if (field === 1 && wireType === 0) this.#type = reader.varint()
      else if (field === 4 && wireType === 0) this.#unitRef = reader.varint()
      else return false
      return true
    })
  }

  /** To be called at the end of the series. */
  check(): void {
    if (!this.fault && this.#count % 2 === 1) throw new Undecodable('remote write: a label without a value')
    for (let i = 0; i + 1 < this.#count; i += 2)
      if (this.#symbols.sizeOf(this.#refs[i] as number) + this.#symbols.sizeOf(this.#refs[i + 1] as number) > setLimits.labelBytes)
        this.fault ??= 'label-too-long'
  }

  /** Returns how many bytes it takes. */
  writeKey(): number {
    let at = scratch.writeDoubleLE(this.#type)
    for (let i = 0; i < this.#count; i++) {
      const { from, end } = this.#symbols.placeOf(this.#refs[i] as number)
      at = scratch.writeUInt32LE(end - from, at)
      at += this.#bytes.copy(scratch, at, from, end)
    }
    this.#keyBytes = at
    return at
  }

  key(): string {
    return keyOf(scratch.subarray(0, this.#keyBytes))
  }

  describe(from: number, end: number): SentSeries {
    const reader = new ProtobufReader(this.#bytes, from, end)
    this.begin()
    while (reader.at < end) {
      const tag = reader.varint()
      if (!this.read(reader, tag)) reader.skip(tag & 7)
    }
    const textAt = (place: number) => this.#symbols.textOf(this.#refs[place] as number)
    const labels: Label[] = []
    for (let i = 0; i < this.#count; i += 2) labels.push([textAt(i), textAt(i + 1)])
    return { labels, kind: kindOf(this.#type, labels), unit: this.#symbols.textOf(this.#unitRef) || null }
  }
}

/** By the number of io.prometheus.write.v2.Metadata.MetricType: 1 counter, 2 gauge, 3 histogram, 5 summary. */
function kindOf(type: number, labels: Label[]): SeriesKind | null {
  if (type === 1) return 'counter'
  if (type === 2) return 'gauge'
  if (type !== 3 && type !== 5) return null
  const name = labels.find(([label]) => label === '__name__')?.[1] ?? ''
  return /_(count|sum|bucket)$/.test(name) ? 'counter' : 'gauge'
}
