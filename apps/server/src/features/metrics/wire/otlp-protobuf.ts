import { hasNoValue, isResourceLabel, kindOfSum, OtlpCollector, type OtlpMetric } from './otlp-points.ts'
import { ProtobufReader } from './protobuf-reader.ts'
import type { Label, SentPoints } from './sent-points.ts'
import type { Turns } from './turns.ts'

type Block = { from: number; end: number }

/** Field numbers of opentelemetry.proto.metrics.v1.Metric: which kind of data it holds. */
const dataFields = { gauge: 5, sum: 7, histogram: 9, exponentialHistogram: 10, summary: 11 } as const

function readBlock(reader: ProtobufReader): Block {
  const end = reader.block()
  const from = reader.at
  reader.at = end
  return { from, end }
}

/**
 * Reads an ExportMetricsServiceRequest. Gauges and sums become one series each; histograms and summaries two, their count and their sum.
 * Throws Undecodable.
 */
export async function readOtlpProtobuf(bytes: Buffer, turns: Turns): Promise<SentPoints> {
  const reader = new ProtobufReader(bytes)
  const points = new OtlpCollector()
  while (reader.at < bytes.length) {
    const tag = reader.varint()
    if (tag === 10) await readResource(reader, points, turns)
    else reader.skip(tag & 7)
  }
  return points.finish()
}

async function readResource(reader: ProtobufReader, points: OtlpCollector, turns: Turns): Promise<void> {
  const shared: Label[] = []
  const scopes: Block[] = []
  const end = reader.block()
  reader.fields(end, (field, wireType) => {
    if (wireType !== 2) return false
    if (field === 1)
      reader.fields(reader.block(), (inner, type) => {
        if (inner !== 1 || type !== 2) return false
        const [name, value] = readAttribute(reader)
        if (isResourceLabel(name)) shared.push([name, value])
        return true
      })
    else if (field === 2) scopes.push(readBlock(reader))
    else return false
    return true
  })
  // A sender may write the resource behind its metrics.
  for (const scope of scopes) {
    const metrics: Block[] = []
    reader.at = scope.from
    reader.fields(scope.end, (field, wireType) => {
      if (field !== 2 || wireType !== 2) return false
      metrics.push(readBlock(reader))
      return true
    })
    for (const metric of metrics) {
      readMetric(reader, metric, shared, points)
      if (turns.isOver()) await turns.next()
    }
  }
  reader.at = end
}

function readMetric(reader: ProtobufReader, metric: Block, shared: Label[], points: OtlpCollector): void {
  let [name, unit] = ['', '']
  const data: (Block & { field: number })[] = []
  reader.at = metric.from
  reader.fields(metric.end, (field, wireType) => {
    if (wireType !== 2) return false
    if (field === 1) name = reader.text()
    else if (field === 3) unit = reader.text()
    else if (field >= dataFields.gauge && field <= dataFields.summary) data.push({ field, ...readBlock(reader) })
    else return false
    return true
  })
  for (const one of data) readData(reader, one, { name, unit }, shared, points)
}

function readData(
  reader: ProtobufReader,
  { field: dataField, from, end }: Block & { field: number },
  metric: Pick<OtlpMetric, 'name' | 'unit'>,
  shared: Label[],
  points: OtlpCollector,
): void {
  const found: Block[] = []
  let [temporality, isMonotonic] = [0, false]
  reader.at = from
  reader.fields(end, (field, wireType) => {
    if (field === 1 && wireType === 2) found.push(readBlock(reader))
    else if (field === 2 && wireType === 0) temporality = reader.varint()
    else if (field === 3 && wireType === 0) isMonotonic = reader.varint() !== 0
    else return false
    return true
  })
  if (dataField === dataFields.gauge || dataField === dataFields.sum) {
    const kind = dataField === dataFields.gauge ? 'gauge' : kindOfSum(temporality, isMonotonic)
    for (const point of found) readNumber(reader, point, { ...metric, kind }, shared, points)
  } else {
    const kind = dataField === dataFields.summary ? 'counter' : kindOfSum(temporality, true)
    const attributes = dataField === dataFields.histogram ? 9 : dataField === dataFields.exponentialHistogram ? 1 : 7
    for (const point of found) readDistribution(reader, point, attributes, { ...metric, kind }, shared, points)
  }
}

function readNumber(reader: ProtobufReader, { from, end }: Block, metric: OtlpMetric, shared: Label[], points: OtlpCollector): void {
  const labels = [...shared]
  let [at, value, flags] = [0, Number.NaN, 0]
  reader.at = from
  reader.fields(end, (field, wireType) => {
    if (field === 7 && wireType === 2) labels.push(readAttribute(reader))
    else if (field === 3 && wireType === 1) at = millisecondsOf(reader.fixed64())
    else if (field === 4 && wireType === 1) value = reader.double()
    else if (field === 6 && wireType === 1) value = reader.signedFixed64()
    else if (field === 8 && wireType === 0) flags = reader.varint()
    else return false
    return true
  })
  points.add(metric, labels, at, hasNoValue(flags) ? Number.NaN : value)
}

/** Histograms of both kinds and summaries have time, count and sum in the same fields. */
function readDistribution(
  reader: ProtobufReader,
  { from, end }: Block,
  attributesField: number,
  metric: OtlpMetric,
  shared: Label[],
  points: OtlpCollector,
): void {
  const labels = [...shared]
  let [at, count, sum] = [0, 0, Number.NaN]
  reader.at = from
  reader.fields(end, (field, wireType) => {
    if (field === attributesField && wireType === 2) labels.push(readAttribute(reader))
    else if (field === 3 && wireType === 1) at = millisecondsOf(reader.fixed64())
    else if (field === 4 && wireType === 1) count = reader.fixed64()
    else if (field === 5 && wireType === 1) sum = reader.double()
    else return false
    return true
  })
  points.add({ ...metric, name: `${metric.name}_count`, unit: '' }, labels, at, count)
  if (!Number.isNaN(sum)) points.add({ ...metric, name: `${metric.name}_sum` }, labels, at, sum)
}

function readAttribute(reader: ProtobufReader): Label {
  let [name, value] = ['', '']
  reader.fields(reader.block(), (field, wireType) => {
    if (wireType !== 2) return false
    if (field === 1) name = reader.text()
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
    if (field === 1 && wireType === 2) value = reader.text()
    else if (field === 2 && wireType === 0) value = reader.varint() ? 'true' : 'false'
    else if (field === 3 && wireType === 0) value = String(reader.varint())
    else if (field === 4 && wireType === 1) value = String(reader.double())
    else return false
    return true
  })
  return value
}

const millisecondsOf = (nanoseconds: number) => Math.floor(nanoseconds / 1e6)
