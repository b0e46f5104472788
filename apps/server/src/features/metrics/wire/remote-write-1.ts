import type { SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import { ProtobufReader } from './protobuf-reader.ts'
import { maxPartBytes, type PointFault, RequestBounds, requestLimits, setLimits } from './request-bounds.ts'
import { type HoldMemory, keyOf, type Label, type MetricMetadata, PointCollector, type SentPoints } from './sent-points.ts'
import { Undecodable } from './snappy-block.ts'
import type { Turns } from './turns.ts'

// Tags of prometheus.WriteRequest and its parts: field number * 8 + wire type.
const timeSeries = 10
const metadata = 26
const labels = 10
const samples = 18
const exemplars = 26
const histograms = 34
/** The tags of version 2.0. */
const symbolsOf2 = 34
const timeSeriesOf2 = 42

const maxSampleBytes = 1024

/** Reads a sample, the same in both versions: value 1, timestamp 2. */
export function readSample(reader: ProtobufReader, points: PointCollector): void {
  const end = reader.block()
  if (end - reader.at > maxSampleBytes) throw new Undecodable('remote write: a sample of more than 1 kB')
  let value = 0
  let at = 0
  while (reader.at < end) {
    const tag = reader.varint()
    if (tag === 9) value = reader.double()
    else if (tag === 16) at = reader.varint()
    else reader.skip(tag & 7)
  }
  if (reader.at !== end) throw new Undecodable('remote write: a sample goes beyond its end')
  points.add(at, value)
}

/** The series that is being read: where its labels are, and how many points there were before it. `end` is 0 outside of a series. */
class OpenSeries {
  from = 0
  to = 0
  end = 0
  labels = 0
  pointsBefore = 0
  fault: PointFault | null = null

  begin(from: number, end: number, pointsBefore: number): void {
    this.from = this.to = from
    this.end = end
    this.labels = 0
    this.pointsBefore = pointsBefore
    this.fault = null
  }

  readLabel(reader: ProtobufReader): void {
    // Senders write the labels in one piece, first: their bytes can name the set.
    if (this.to !== reader.at - 1) throw new Undecodable('remote write: labels in pieces')
    const end = reader.block()
    this.labels++
    if (this.labels > setLimits.labels) this.fault ??= 'too-many-labels'
    if (end - reader.at > setLimits.labelBytes) this.fault ??= 'label-too-long'
    reader.at = this.to = end
  }
}

/**
 * Reads remote write 1.0, after snappy. The bytes of a series' labels are its key, so that no label becomes a string unless the series is
 * new. A series without samples is left out. Throws Undecodable and TooMuchAtOnce.
 */
export async function readRemoteWrite1(bytes: Buffer, turns: Turns, hold: HoldMemory): Promise<SentPoints> {
  const reader = new ProtobufReader(bytes)
  const points = new PointCollector(hold)
  const bounds = new RequestBounds()
  const labelsAt: number[] = []
  const series = new OpenSeries()

  const readField = () => {
    const tag = reader.varint()
    if (series.end > 0) {
      if (tag === labels) series.readLabel(reader)
      else if (tag === samples) readSample(reader, points)
      else {
        if (tag === histograms || tag === exemplars) points.passedOver++
        reader.skip(tag & 7)
      }
    } else if (tag === timeSeries) {
      const end = reader.block()
      series.begin(reader.at, end, points.count)
      reader.end = end
    } else if (tag === metadata) readMetadata(reader, points)
    else if (tag === symbolsOf2 || tag === timeSeriesOf2)
      throw new Undecodable('it is of remote write 2.0: send it as application/x-protobuf;proto=io.prometheus.write.v2.Request')
    else reader.skip(tag & 7)
  }
  const endSeries = () => {
    if (series.fault) points.leaveOut(series.pointsBefore, series.fault)
    else if (points.count > series.pointsBefore) {
      points.addKey(keyOf(bytes.subarray(series.from, series.to)))
      labelsAt.push(series.from, series.to)
    }
    series.end = 0
    reader.end = bytes.length
  }
  while (reader.at < bytes.length || series.end > 0) {
    const before = reader.at
    if (series.end > 0 && before === series.end) endSeries()
    else {
      bounds.field()
      readField()
      if (reader.at > reader.end) throw new Undecodable('remote write: a series goes beyond its end')
    }
    if (turns.isOver(Math.min(reader.at - before, maxSampleBytes))) await turns.next()
  }
  return points.finish((index) => ({
    labels: readLabels(bytes, labelsAt[index * 2] as number, labelsAt[index * 2 + 1] as number),
    kind: null,
    unit: null,
  }))
}

function readLabels(bytes: Buffer, from: number, to: number): Label[] {
  const reader = new ProtobufReader(bytes, from, to)
  const found: Label[] = []
  reader.fields(to, () => {
    let name = ''
    let value = ''
    reader.fields(reader.block(), (field, wireType) => {
      if (wireType !== 2) return false
      if (field === 1) name = reader.text(setLimits.labelBytes)
      else if (field === 2) value = reader.text(setLimits.labelBytes)
      else return false
      return true
    })
    found.push([name, value])
    return true
  })
  return found
}

/** The kinds of prometheus.MetricMetadata.MetricType that are totals; of a histogram and a summary its parts are. */
const counterType = 1
const typesWithTotals = [3, 5]

function readMetadata(reader: ProtobufReader, points: PointCollector): void {
  const end = reader.block()
  if (points.metadata.length >= requestLimits.metadata || end - reader.at > maxPartBytes) {
    reader.at = end
    return
  }
  let [type, family, unit] = [0, '', '']
  reader.fields(end, (field, wireType) => {
    if (field === 1 && wireType === 0) type = reader.varint()
    else if (field === 2 && wireType === 2) family = reader.text(setLimits.labelBytes)
    else if (field === 5 && wireType === 2) unit = reader.text(setLimits.labelBytes)
    else return false
    return true
  })
  points.metadata.push(...describeFamily(type, family, unit || null))
}

/** What the type of a metric family, by its number in the protocol, says of its metrics. */
function describeFamily(type: number, family: string, unit: string | null): MetricMetadata[] {
  if (family === '' || family.length > setLimits.labelLength || family.includes('\0') || (unit?.length ?? 0) > 100) return []
  const of = (metric: string, kind: SeriesKind) => ({ metric, kind, unit })
  if (type === counterType) return [of(family, 'counter')]
  if (typesWithTotals.includes(type)) return ['_count', '_sum', '_bucket'].map((suffix) => of(`${family}${suffix}`, 'counter'))
  return type > 0 && unit !== null ? [of(family, 'gauge')] : []
}
