import type { SeriesKind } from '@vakt/domain/metrics/bucket.ts'
import { ProtobufReader } from './protobuf-reader.ts'
import { readSample } from './remote-write-1.ts'
import { type Label, PointCollector, type SentPoints } from './sent-points.ts'
import { Undecodable } from './snappy-block.ts'
import type { Turns } from './turns.ts'

// Tags of io.prometheus.write.v2.Request and its parts: field number * 8 + wire type.
const symbolField = 34
const timeSeries = 42
const labelRefsPacked = 10
const labelRef = 8
const samples = 18
const histograms = 26
const metadata = 42

type Series = { refs: number[]; type: number; unitRef: number }

/** Reads remote write 2.0, after snappy. Throws Undecodable. */
export async function readRemoteWrite2(bytes: Buffer, turns: Turns): Promise<SentPoints> {
  const reader = new ProtobufReader(bytes)
  const { symbols, blocks } = readSymbols(reader)
  const points = new PointCollector()
  const all: Series[] = []
  const symbol = (ref: number) => {
    const text = symbols[ref]
    if (text === undefined) throw new Undecodable('remote write: a symbol that is not there')
    return text
  }
  for (let i = 0; i < blocks.length; i += 2) {
    const series = readSeries(reader, blocks[i] as number, blocks[i + 1] as number, points)
    let key = String(series.type)
    for (const ref of series.refs) key += `\n${symbol(ref)}`
    points.keys.push(key)
    all.push(series)
    if (turns.isOver()) await turns.next()
  }
  return points.finish((index) => {
    const { refs, type, unitRef } = all[index] as Series
    const labels: Label[] = []
    for (let i = 0; i < refs.length; i += 2) labels.push([symbol(refs[i] as number), symbol(refs[i + 1] as number)])
    return { labels, kind: kindOf(type, labels), unit: symbol(unitRef) || null }
  })
}

/** Symbols may stand behind the series that name them. */
function readSymbols(reader: ProtobufReader): { symbols: string[]; blocks: number[] } {
  const symbols: string[] = []
  const blocks: number[] = []
  while (reader.at < reader.end) {
    const tag = reader.varint()
    if (tag === symbolField) symbols.push(reader.text())
    else if (tag === timeSeries) {
      const end = reader.block()
      blocks.push(reader.at, end)
      reader.at = end
    } else reader.skip(tag & 7)
  }
  if (blocks.length > 0 && symbols[0] !== '') throw new Undecodable('remote write: the first symbol must be empty')
  return { symbols, blocks }
}

function readSeries(reader: ProtobufReader, from: number, end: number, points: PointCollector): Series {
  const series: Series = { refs: [], type: 0, unitRef: 0 }
  reader.at = from
  while (reader.at < end) {
    const tag = reader.varint()
    if (tag === labelRefsPacked) for (const stop = reader.block(); reader.at < stop; ) series.refs.push(reader.varint())
    else if (tag === labelRef) series.refs.push(reader.varint())
    else if (tag === samples) readSample(reader, points)
    else if (tag === metadata) readMetadata(reader, series)
    else {
      if (tag === histograms) points.passedOver++
      reader.skip(tag & 7)
    }
  }
  if (reader.at !== end || series.refs.length % 2 === 1) throw new Undecodable('remote write: a series goes beyond its end')
  return series
}

function readMetadata(reader: ProtobufReader, series: Series): void {
  reader.fields(reader.block(), (field, wireType) => {
    if (field === 1 && wireType === 0) series.type = reader.varint()
    else if (field === 4 && wireType === 0) series.unitRef = reader.varint()
    else return false
    return true
  })
}

/** By the number of io.prometheus.write.v2.Metadata.MetricType: 1 counter, 2 gauge, 3 histogram, 5 summary. */
function kindOf(type: number, labels: Label[]): SeriesKind | null {
  if (type === 1) return 'counter'
  if (type === 2) return 'gauge'
  if (type !== 3 && type !== 5) return null
  const name = labels.find(([label]) => label === '__name__')?.[1] ?? ''
  return /_(count|sum|bucket)$/.test(name) ? 'counter' : 'gauge'
}
