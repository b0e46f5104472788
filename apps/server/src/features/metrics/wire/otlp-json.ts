import { checkJson } from '#server/features/signals/check-json.ts'
import { JsonReader } from './json-reader.ts'
import { hasNoValue, kindOfSum, OtlpCollector, OtlpMetric, SharedLabels } from './otlp-points.ts'
import { maxPartBytes, maxSetBytes, type PointFault, setLimits } from './request-bounds.ts'
import type { HoldMemory, Label, SentPoints } from './sent-points.ts'
import { Undecodable } from './snappy-block.ts'
import type { Turns } from './turns.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Numbers as the protobuf JSON mapping writes them: 64-bit integers as text, too. Null for what is none. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isNaN(number) && value !== 'NaN' ? null : number
}

/** An enum by its number or by its name. */
const temporalityOf = (value: unknown): number =>
  value === 'AGGREGATION_TEMPORALITY_DELTA' ? 1 : value === 'AGGREGATION_TEMPORALITY_CUMULATIVE' ? 2 : (numberOf(value) ?? 0)

const checkedAtOnce = 64 * 1024
/** Nothing is made of values that are not looked at, so that their number does not matter. */
const jsonLimits = { maxDepth: 200, maxValues: Number.POSITIVE_INFINITY }

/**
 * Reads an ExportMetricsServiceRequest in OTLP's JSON, in lowerCamelCase. Bounded as the same request in protobuf. Throws Undecodable and
 * TooMuchAtOnce.
 */
export async function readOtlpJson(bytes: Buffer, turns: Turns, hold: HoldMemory): Promise<SentPoints> {
  const check = checkJson(jsonLimits)
  for (let at = 0; at < bytes.length; at += checkedAtOnce) {
    if (check.push(bytes.subarray(at, at + checkedAtOnce))) break
    if (turns.isOver(checkedAtOnce)) await turns.next()
  }
  const fault = check.end()
  if (fault) throw new Undecodable(fault === 'too-deep' ? 'it is nested deeper than 200 levels.' : 'it is not JSON.')
  return new RequestReader(bytes, turns, hold).read()
}

const kindsOfData = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'] as const
type DataName = (typeof kindsOfData)[number]
const isDataName = (name: string): name is DataName => (kindsOfData as readonly string[]).includes(name)

class RequestReader {
  readonly #bytes: Buffer
  readonly #points: OtlpCollector
  readonly #reader: JsonReader

  constructor(bytes: Buffer, turns: Turns, hold: HoldMemory) {
    this.#bytes = bytes
    this.#points = new OtlpCollector(hold)
    this.#reader = new JsonReader(bytes, this.#points.bounds, turns)
  }

  async read(): Promise<SentPoints> {
    if (!this.#reader.isObject) throw new Undecodable('it is no JSON object.')
    await this.#lists('resourceMetrics', () => this.#readResource())
    return this.#points.finish(({ from, end }) => attributesOf(JSON.parse(this.#bytes.toString('utf8', from, end))))
  }

  /** Calls `on` at each item of the list of that name in the object here. */
  async #lists(name: string, on: () => boolean | Promise<boolean>): Promise<true> {
    await this.#reader.members((member) => member === name && this.#reader.items(on).then(() => true))
    return true
  }

  /** The small values of these names in the object here, which is read again afterwards. */
  async #named<Name extends string>(names: readonly Name[]): Promise<Partial<Record<Name, unknown>>> {
    const from = this.#reader.at
    const found: Partial<Record<Name, unknown>> = {}
    await this.#reader.members((name) => {
      if (!names.includes(name as Name)) return false
      found[name as Name] = this.#reader.value(maxPartBytes)
      return true
    })
    this.#reader.at = from
    return found
  }

  async #readResource(): Promise<true> {
    const shared = new SharedLabels()
    const from = this.#reader.at
    const readAttribute = () => {
      for (const attribute of attributesOf({ attributes: [this.#reader.value(maxPartBytes)] })) shared.add(attribute)
      return true
    }
    await this.#reader.members((name) => name === 'resource' && this.#lists('attributes', readAttribute))
    this.#reader.at = from
    return this.#lists('scopeMetrics', () => this.#lists('metrics', () => this.#readMetric(shared)))
  }

  async #readMetric(shared: SharedLabels): Promise<true> {
    const { name, unit } = await this.#named(['name', 'unit'])
    const read = (data: DataName) => this.#readData({ name: textOf(name), unit: textOf(unit), data, shared })
    await this.#reader.members((member) => isDataName(member) && read(member))
    return true
  }

  async #readData({ name, unit, data, shared }: { name: string; unit: string; data: DataName; shared: SharedLabels }): Promise<true> {
    const { aggregationTemporality, isMonotonic } = await this.#named(['aggregationTemporality', 'isMonotonic'])
    const temporality = temporalityOf(aggregationTemporality)
    const isNumber = data === 'gauge' || data === 'sum'
    const kindOfDistribution = data === 'summary' ? 'counter' : kindOfSum(temporality, true)
    const kindOfNumber = data === 'gauge' ? 'gauge' : kindOfSum(temporality, isMonotonic === true || isMonotonic === 'true')
    let metrics: OtlpMetric[] | undefined
    return this.#lists('dataPoints', () => {
      const whole = metrics ?? [
        new OtlpMetric(name, unit.slice(0, setLimits.labelLength), isNumber ? kindOfNumber : kindOfDistribution, shared),
      ]
      metrics ??= isNumber ? whole : whole.flatMap((metric) => [metric.part('_count'), metric.part('_sum')])
      this.#readPoint(metrics, isNumber)
      return true
    })
  }

  /** In one turn: a larger one is left out. */
  #readPoint(metrics: readonly OtlpMetric[], isNumber: boolean): void {
    const from = this.#reader.at
    const given = this.#reader.value(maxPartBytes)
    const end = this.#reader.at
    const point = fieldsOf(given)
    const text = JSON.stringify(attributesOf(point))
    const values = isNumber ? [numberValueOf(point)] : [countOf(point), sumOf(point)]
    const fault = given === undefined ? 'too-large' : (attributeFault(point, text) ?? (values.includes(null) ? 'no-value' : null))
    if (fault) {
      this.#points.leaveOut(fault)
      return
    }
    const write = (target: Buffer, at: number) => at + target.write(text, at)
    for (const [index, value] of values.entries()) {
      const metric = metrics[index] as OtlpMetric
      if (typeof value === 'number') this.#points.add({ metric, from, end, field: 0 }, write, timeOf(point), value)
    }
  }
}

function attributeFault({ attributes }: Fields, text: string): PointFault | null {
  if (listOf(attributes).length > setLimits.labels) return 'too-many-labels'
  return Buffer.byteLength(text) > maxSetBytes ? 'label-too-long' : null
}

const timeOf = ({ timeUnixNano }: Fields) => Math.floor((numberOf(timeUnixNano) ?? 0) / 1e6)

// Null is no value that is understood, undefined one that need not be there.
const numberValueOf = ({ flags, asDouble, asInt }: Fields) => (hasNoValue(numberOf(flags) ?? 0) ? Number.NaN : numberOf(asDouble ?? asInt))
const countOf = ({ count }: Fields) => (count === undefined ? 0 : numberOf(count))
const sumOf = ({ sum }: Fields) => (sum === undefined || sum === null ? undefined : numberOf(sum))

/** Lists and maps as values are left out. */
function attributesOf(point: unknown): Label[] {
  return listOf(fieldsOf(point).attributes).map(({ key, value }) => {
    const given = fieldsOf(value)
    const found = given.stringValue ?? given.intValue ?? given.doubleValue ?? given.boolValue
    return [textOf(key), typeof found === 'object' ? '' : String(found ?? '')]
  })
}
