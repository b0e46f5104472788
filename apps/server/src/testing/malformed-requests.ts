import { breaksLine } from '@vakt/contract/schema.ts'
import { Ajv, type ValidateFunction } from 'ajv'
import formatsPlugin, { type FormatsPlugin } from 'ajv-formats'

type Schema = {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  format?: string
  pattern?: string
}
type Parameter = { name: string; in: string; schema: Schema }
type Documented = { operationId: string; parameters: Parameter[]; requestBody?: { content: { 'application/json'?: { schema: Schema } } } }
type ApiDocument = { paths: Record<string, Record<string, Documented>> }

/** A request that the API document does not allow, and what is wrong with it. */
export type MalformedRequest = {
  operationId: string
  method: string
  url: string
  headers: Record<string, string>
  payload?: string
  fault: string
}

/** The same numbers from 0 up to 1 for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** As JSON text, so that it can hold what no value of JavaScript does. */
const garbage: Record<string, string> = {
  null: 'null',
  true: 'true',
  'a number': '7',
  'a fraction': '1.5',
  'a huge number': '1e308',
  'a number without bounds': '1e999',
  'a negative number': '-1',
  'no text': '""',
  'a long text': JSON.stringify('x'.repeat(300_000)),
  'a text with NUL': '"a\\u0000b"',
  'half a character': '"\\ud800"',
  'odd characters': JSON.stringify('\u202Eå💥\u0301'.repeat(3)),
  SQL: JSON.stringify("'; drop table customer; --"),
  'a list': '[]',
  'a list of lists': '[[[]]]',
  'a long list': JSON.stringify(Array.from({ length: 5000 }, () => 'x')),
  'an object': '{}',
  'an operator': '{"$ne":null}',
  'a prototype': '{"__proto__":{"isStaff":true}}',
  'a constructor': '{"constructor":{"prototype":{"isStaff":true}}}',
  'deep objects': `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  'deep lists': nested(3000, '[', ']'),
}

const extraFields = ['customer_id', 'customerId', 'isStaff', 'role', 'id', 'constructor', 'toString', '', '💥']
const badQueryValues = [
  '%00',
  'x'.repeat(5000),
  '-1',
  '1e999',
  '%5B%5D',
  'a%26b',
  '%F0%9F%92%A5',
  'null',
  'NaN',
  "'--",
  '99999999999999999999',
]
const badIds = [
  '0',
  '-1',
  '1.5',
  'x',
  '%00',
  '..%2F..',
  "'%20or%201=1--",
  '99999999999999999999',
  'null',
  'undefined',
  '%F0%9F%92%A5',
  '*',
  'A'.repeat(150),
]

/** The least that the schema accepts. */
function sample(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {})
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sample(inner)]))
  if (schema.type === 'array') return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sample(schema.items ?? {}))
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return false
  if (schema.format === 'email') return 'elin@nordan.example'
  if (schema.format === 'date-time') return '2027-01-01T00:00:00Z'
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (schema.pattern?.includes('image')) return 'data:image/png;base64,AAAA'
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1))
}

function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  const inner =
    typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key])) : []
  return [path, ...inner]
}

/** The value as JSON text, with this text at that place. */
function writeWith(value: unknown, path: (string | number)[], text: string): string {
  const [key, ...rest] = path
  if (key === undefined) return text
  const fields = Object.entries(value as object).map(([name, item]) => [
    name,
    name === String(key) ? writeWith(item, rest, text) : JSON.stringify(item),
  ])
  if (Array.isArray(value)) return `[${fields.map(([, item]) => item).join(',')}]`
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${item}`).join(',')}}`
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const cannotBeStored = /\\u0000|\\ud800/
const setsPrototype = /"__proto__"|"constructor":\{"prototype"/

/** Makes requests to the documented calls, each of them wrong in one way: one to each call that takes anything, then to any of them. */
export function createMalformedRequests(document: ApiDocument, options: { random: () => number; ids: (name: string) => string }) {
  const { random, ids } = options
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const ajv = new Ajv({ useDefaults: true, strict: false })
  const asQuery = new Ajv({ coerceTypes: 'array', strict: false })
  for (const each of [ajv, asQuery])
    (formatsPlugin as unknown as FormatsPlugin)(each, ['date', 'date-time', 'email', 'uuid']).addFormat(
      'one-line',
      (text) => !breaksLine.test(text),
    )
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method, documented]) => {
        const schema = documented.requestBody?.content['application/json']?.schema
        return { path, method: method.toUpperCase(), ...documented, schema, validate: schema && ajv.compile(schema) }
      }),
  )
  type Call = (typeof operations)[number]

  const isWrong = (text: string, validate: ValidateFunction) =>
    cannotBeStored.test(text) || setsPrototype.test(text) || !validate(JSON.parse(text))

  function breakBody({ schema, validate }: Call): { payload: string; fault: string } | null {
    if (!schema || !validate) return null
    const good = sample(schema)
    const text = JSON.stringify(good)
    const way = random()
    if (way < 0.08) return { payload: text.slice(0, -1 - Math.floor(random() * (text.length - 1))), fault: 'the text ends too early' }
    if (way < 0.16 && isObject(good))
      return {
        payload: `{${JSON.stringify(pick(extraFields.filter((field) => !Object.hasOwn(good, field))))}:1,${text.slice(1)}`.replace(
          /,\}$/,
          '}',
        ),
        fault: 'a further field',
      }
    const required = schema.required ?? []
    if (way < 0.28 && required.length > 0 && isObject(good)) {
      const missing = pick(required)
      const { [missing]: _, ...rest } = good
      const payload = JSON.stringify(rest)
      return isWrong(payload, validate) ? { payload, fault: `${missing} is missing` } : null
    }
    const [name, value] = pick(Object.entries(garbage))
    const place = pick(placesIn(good))
    const payload = writeWith(good, place, value)
    return isWrong(payload, validate) ? { payload, fault: `${place.join('.') || 'the body'} is ${name}` } : null
  }

  function breakQuery({ parameters }: Call): { query: string; fault: string } | null {
    const known = parameters.filter((parameter) => parameter.in === 'query')
    if (known.length === 0) return null
    const bounded = known.filter(({ schema }) => schema.type === 'string' && schema.maxLength)
    const strict = known.filter((parameter) => !bounded.includes(parameter))
    const way = random()
    if (way < 0.3 || strict.length + bounded.length === 0)
      return { query: `${pick(['isStaff', '__proto__', 'sort', 'select', '%00', 'limit%5B%5D'])}=1`, fault: 'a further parameter' }
    if (bounded.length > 0 && way < 0.5)
      return { query: `${pick(bounded).name}=${'x'.repeat(6000)}`, fault: 'a parameter that is too long' }
    if (strict.length === 0) return null
    const { name, schema } = pick(strict)
    const value = pick(badQueryValues)
    // Text on the wire becomes a number or a list where it can.
    const isAllowed =
      value !== '%00' && asQuery.validate({ type: 'object', properties: { value: schema } }, { value: decodeURIComponent(value) })
    return isAllowed ? null : { query: `${name}=${value}`, fault: `${name} is not what it must be` }
  }

  // Without input there is nothing to get wrong.
  const withInput = operations.filter(
    ({ path, schema, parameters }) => schema || path.includes('{') || parameters.some((parameter) => parameter.in === 'query'),
  )
  const untried = [...withInput]

  function create(): MalformedRequest {
    for (;;) {
      const call = untried.at(-1) ?? pick(withInput)
      const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      const way = random()
      const hasOnlyIds = !call.schema && !call.parameters.some((parameter) => parameter.in === 'query')
      const badName = (way < 0.2 || hasOnlyIds) && names.length > 0 ? pick(names) : null
      const badQuery = !badName && (way < 0.5 || !call.schema) ? breakQuery(call) : null
      const badBody = badName || badQuery ? null : breakBody(call)
      if (!badName && !badQuery && !badBody) continue
      untried.pop()
      const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === badName ? pick(badIds) : encodeURIComponent(ids(name)),
      )
      const payload = badBody?.payload ?? (call.schema ? JSON.stringify(sample(call.schema)) : undefined)
      return {
        operationId: call.operationId,
        method: call.method,
        url: badQuery ? `${path}?${badQuery.query}` : path,
        headers: payload === undefined ? {} : { 'content-type': 'application/json' },
        ...(payload === undefined ? {} : { payload }),
        fault: badBody?.fault ?? badQuery?.fault ?? `${badName} is no id`,
      }
    }
  }
  return { create, operationIds: withInput.map(({ operationId }) => operationId) }
}
