import type { SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import { ProtobufReader } from './protobuf-reader.ts'
import { type Label, type MetricMetadata, PointCollector, type SentPoints } from './sent-points.ts'
import { Undecodable } from './snappy-block.ts'
import type { Turns } from './turns.ts'

// Tags of prometheus.WriteRequest and its parts: field number * 8 + wire type.
const timeSeries = 10
const metadata = 26
const labels = 10
const samples = 18
const histograms = 34

/** Reads a sample, the same in both versions: value 1, timestamp 2. */
export function readSample(reader: ProtobufReader, points: PointCollector): void {
  const end = reader.block()
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

/**
 * Reads remote write 1.0, after snappy. The bytes of a series' labels are its key, so that no label becomes a string unless the series is
 * new. Throws Undecodable.
 */
export async function readRemoteWrite1(bytes: Buffer, turns: Turns): Promise<SentPoints> {
  const reader = new ProtobufReader(bytes)
  const points = new PointCollector()
  const labelsAt: number[] = []
  while (reader.at < bytes.length) {
    const tag = reader.varint()
    if (tag === timeSeries) readSeries(reader, points, labelsAt)
    else if (tag === metadata) readMetadata(reader, points)
    else reader.skip(tag & 7)
    if (turns.isOver()) await turns.next()
  }
  return points.finish((series) => ({
    labels: readLabels(bytes, labelsAt[series * 2] as number, labelsAt[series * 2 + 1] as number),
    kind: null,
    unit: null,
  }))
}

function readSeries(reader: ProtobufReader, points: PointCollector, labelsAt: number[]): void {
  const end = reader.block()
  const from = reader.at
  let to = from
  while (reader.at < end) {
    const tag = reader.varint()
    if (tag === labels) {
      // Senders write the labels in one piece, first: their bytes can name the set.
      if (to !== reader.at - 1) throw new Undecodable('remote write: labels in pieces')
      reader.at = reader.block()
      to = reader.at
    } else if (tag === samples) readSample(reader, points)
    else {
      if (tag === histograms) points.passedOver++
      reader.skip(tag & 7)
    }
  }
  if (reader.at !== end) throw new Undecodable('remote write: a series goes beyond its end')
  points.keys.push(reader.bytes.toString('latin1', from, to))
  labelsAt.push(from, to)
}

function readLabels(bytes: Buffer, from: number, to: number): Label[] {
  const reader = new ProtobufReader(bytes, from, to)
  const found: Label[] = []
  reader.fields(to, () => {
    let name = ''
    let value = ''
    reader.fields(reader.block(), (field, wireType) => {
      if (wireType !== 2) return false
      if (field === 1) name = reader.text()
      else if (field === 2) value = reader.text()
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
  let [type, family, unit] = [0, '', '']
  reader.fields(reader.block(), (field, wireType) => {
    if (field === 1 && wireType === 0) type = reader.varint()
    else if (field === 2 && wireType === 2) family = reader.text()
    else if (field === 5 && wireType === 2) unit = reader.text()
    else return false
    return true
  })
  points.metadata.push(...describeFamily(type, family, unit || null))
}

/** What the type of a metric family, by its number in the protocol, says of its metrics. */
function describeFamily(type: number, family: string, unit: string | null): MetricMetadata[] {
  if (family === '') return []
  const of = (metric: string, kind: SeriesKind) => ({ metric, kind, unit })
  if (type === counterType) return [of(family, 'counter')]
  if (typesWithTotals.includes(type)) return ['_count', '_sum', '_bucket'].map((suffix) => of(`${family}${suffix}`, 'counter'))
  return type > 0 && unit !== null ? [of(family, 'gauge')] : []
}
