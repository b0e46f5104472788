import { hasNoValue, isResourceLabel, kindOfSum, OtlpCollector, type OtlpMetric } from './otlp-points.ts'
import type { Label, SentPoints } from './sent-points.ts'
import { Undecodable } from './snappy-block.ts'
import type { Turns } from './turns.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/** 64-bit integers come as strings, and as numbers from senders that do not know better. */
const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN

/** Reads an ExportMetricsServiceRequest in OTLP's JSON: lowerCamelCase, enums as integers. Throws Undecodable. */
export async function readOtlpJson(bytes: Buffer, turns: Turns): Promise<SentPoints> {
  const points = new OtlpCollector()
  for (const resourceMetrics of listOf(parseObject(bytes).resourceMetrics)) {
    const shared = readAttributes(fieldsOf(resourceMetrics.resource).attributes).filter(([name]) => isResourceLabel(name))
    for (const scope of listOf(resourceMetrics.scopeMetrics)) {
      for (const metric of listOf(scope.metrics)) {
        readMetric(metric, shared, points)
        if (turns.isOver()) await turns.next()
      }
    }
  }
  return points.finish()
}

function parseObject(bytes: Buffer): Fields {
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Undecodable('The body is not JSON.')
  }
  if (!isFields(body)) throw new Undecodable('The body is not a JSON object.')
  return body
}

function readMetric(metric: Fields, shared: Label[], points: OtlpCollector): void {
  const named = { name: textOf(metric.name), unit: textOf(metric.unit) }
  const sum = fieldsOf(metric.sum)
  const kindOfSums = kindOfSum(numberOf(sum.aggregationTemporality), sum.isMonotonic === true)
  for (const point of listOf(fieldsOf(metric.gauge).dataPoints)) readNumber(point, { ...named, kind: 'gauge' }, shared, points)
  for (const point of listOf(sum.dataPoints)) readNumber(point, { ...named, kind: kindOfSums }, shared, points)
  for (const distribution of [metric.histogram, metric.exponentialHistogram].map(fieldsOf)) {
    const kind = kindOfSum(numberOf(distribution.aggregationTemporality), true)
    for (const point of listOf(distribution.dataPoints)) readDistribution(point, { ...named, kind }, shared, points)
  }
  for (const point of listOf(fieldsOf(metric.summary).dataPoints)) readDistribution(point, { ...named, kind: 'counter' }, shared, points)
}

const timeOf = ({ timeUnixNano }: Fields) => Math.floor(numberOf(timeUnixNano) / 1e6)

function readNumber(point: Fields, metric: OtlpMetric, shared: Label[], points: OtlpCollector): void {
  const value = hasNoValue(numberOf(point.flags)) ? Number.NaN : numberOf(point.asDouble ?? point.asInt)
  points.add(metric, [...shared, ...readAttributes(point.attributes)], timeOf(point), value)
}

function readDistribution(point: Fields, metric: OtlpMetric, shared: Label[], points: OtlpCollector): void {
  const labels = [...shared, ...readAttributes(point.attributes)]
  points.add({ ...metric, name: `${metric.name}_count`, unit: '' }, labels, timeOf(point), numberOf(point.count))
  if (point.sum !== undefined) points.add({ ...metric, name: `${metric.name}_sum` }, labels, timeOf(point), numberOf(point.sum))
}

function readAttributes(attributes: unknown): Label[] {
  return listOf(attributes).map(({ key, value }) => {
    const given = fieldsOf(value)
    const found = given.stringValue ?? given.intValue ?? given.doubleValue ?? given.boolValue
    return [textOf(key), typeof found === 'object' ? '' : String(found ?? '')]
  })
}
