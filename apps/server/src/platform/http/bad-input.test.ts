import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, describe, test } from 'node:test'
import { ErrorAnswer } from '@vakt/contract/errors.ts'
import type { Operation } from '@vakt/contract/operation.ts'
import { operations } from '@vakt/contract/operations.ts'
import { createResultCheck } from '#server/platform/http/check-input.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, signToken } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const checkShape = createResultCheck(ErrorAnswer)
type Sent = { payload?: string; headers?: Record<string, string> }

/** Staff at a customer of their own: what a call changes there, permissions among it, is no other call's. */
async function createCaller() {
  const { customerId, emailDomain } = await createCustomer(vakt.database, { isProvider: true })
  const { entityId } = await createEntity(vakt.database, customerId)
  const authorization = `Bearer ${await signToken({ email: `anna@${emailDomain}`, roles: ['api-permission-global-admin'] })}`
  return { authorization, known: { customerId, entityId, alertId: '1', ticketId: '1' } as Record<string, string> }
}
let caller: Awaited<ReturnType<typeof createCaller>>

async function send(operation: Operation, path: string, { payload, headers = {} }: Sent = {}) {
  const type = payload === undefined ? {} : { 'content-type': 'application/json' }
  return vakt.app.inject({
    method: operation.method,
    url: `/api/v1${path}`,
    headers: { authorization: caller.authorization, ...type, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
}

/** What is wrong is told as such, in the one shape that errors have. */
async function assertRefused(operation: Operation, path: string, sent: Sent = {}) {
  const answer = await send(operation, path, sent)
  const title = `${operation.method} ${path.slice(0, 200)} ${(sent.payload ?? '').slice(0, 200)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`
  assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, title)
  checkShape(answer.json())
  assert.ok(answer.json().errors.length > 0, title)
  assert.doesNotMatch(answer.body, /node_modules|\.ts:\d|select |insert |postgres/i, title)
  return answer
}

type Schema = {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minItems?: number
  maxLength?: number
  format?: string
  pattern?: string
  default?: unknown
}

/** Tags and the like, whose names are the customer's. */
const takesAnyField = ({ patternProperties = {} }: Schema) => Object.keys(patternProperties).includes('^.*$')

const samples: Record<string, string> = {
  email: 'anna@example.com',
  uuid: randomUUID(),
  date: '2026-11-20',
  'date-time': '2026-11-20T10:00:00Z',
}

/** A value that the schema allows. */
function sampleOf(schema: Schema): unknown {
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {})
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sampleOf(inner)]))
  if (schema.type === 'array') return [sampleOf(schema.items ?? {})]
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return false
  if (schema.pattern?.startsWith('^data:')) return 'data:image/png;base64,AA=='
  return samples[schema.format ?? ''] ?? 'text'
}

/** An integer is a number too. */
const kindsOf = (schema: Schema): string[] => {
  if (schema.anyOf) return schema.anyOf.flatMap(kindsOf)
  return schema.type === 'integer' ? ['integer', 'number'] : [schema.type ?? 'string']
}

/** Values that a field with this schema cannot have. */
function wrongValuesOf(schema: Schema): unknown[] {
  const kinds = kindsOf(schema)
  const ofOtherKinds: [string, unknown][] = [
    ['string', 'no such word'],
    ['number', 7],
    ['boolean', true],
    ['array', []],
    ['array', ['x', ['y']]],
    ['object', {}],
    ['object', { toString: 'x', length: 3 }],
    ['null', null],
  ]
  const wrong = ofOtherKinds.filter(([kind]) => !kinds.includes(kind)).map(([, value]) => value)
  if (kinds.includes('integer')) wrong.push(1.5, 1e308, -1e308, 2 ** 53, Number.MIN_SAFE_INTEGER)
  if (kinds.includes('string')) wrong.push('a\0b', 'half \ud800', '\udc00')
  if (schema.enum) wrong.push('', 'no such word', 'constructor', '__proto__')
  if (schema.format === 'one-line') wrong.push('a\nb')
  else if (schema.format) wrong.push('', 'x', "' or 1=1 --")
  return wrong
}

/** Every place in a value, as the path that leads to it. */
function placesOf(schema: Schema, place: (string | number)[] = []): { place: (string | number)[]; schema: Schema }[] {
  const inner =
    schema.type === 'object'
      ? Object.entries(schema.properties ?? {}).flatMap(([name, field]) => placesOf(field, [...place, name]))
      : schema.type === 'array'
        ? placesOf(schema.items ?? {}, [...place, 0])
        : []
  return [{ place, schema }, ...inner]
}

function replaceAt(value: unknown, [first, ...rest]: (string | number)[], change: (inner: unknown) => unknown): unknown {
  if (first === undefined) return change(value)
  const copy = structuredClone(value) as Record<string | number, unknown>
  copy[first] = replaceAt(copy[first], rest, change)
  return copy
}

const pathOf = ({ path }: Operation, values: Record<string, string> = caller.known) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? 'x')
const all = Object.entries(operations).filter(([, { path }]) => !path.endsWith('/live'))

const longTextLength = 900_000
const mostOf = ({ anyOf, type, maxLength = Number.POSITIVE_INFINITY }: Schema): number =>
  anyOf ? Math.max(...anyOf.map(mostOf)) : type === 'string' ? maxLength : 0
/** Words beside the rules decide nothing. A field may have such a name, too: then it has a schema. */
const isWord = (key: string, value: unknown) =>
  ['description', 'title'].includes(key) ? typeof value === 'string' : key === 'messages' && (value as Schema).type === undefined
const ruleOf = (schema: Schema) => JSON.stringify(schema, (key, value) => (isWord(key, value) ? undefined : value))

const judged = new Set<string>()

/** A text that is longer than its field takes gets no further than the schema: the first of the fields that are declared alike stands for all. */
function isJudged(schema: Schema): boolean {
  const declared = ruleOf(schema)
  const wasJudged = judged.has(declared)
  judged.add(declared)
  return wasJudged && mostOf(schema) < longTextLength
}

/**
 * What the door judges before it comes to the call is tried with the first call of each kind: those that share method, who may call, and what a
 * path names.
 */
const tried = new Set<string>()
function isFirstAtDoor({ method, access, path, ownUsersOnly, signedInWhen }: Operation, what: string): boolean {
  const rights = typeof access === 'string' ? access : 'rights'
  const ofCustomer = path.includes(':customerId')
  const kind = JSON.stringify([what, method, rights, ofCustomer, ownUsersOnly ?? false, signedInWhen !== undefined])
  const isFirst = !tried.has(kind)
  tried.add(kind)
  return isFirst
}

describe('bad input', () => {
  beforeEach(async () => {
    caller = await createCaller()
  })
  for (const [name, operation] of all) {
    const body = operation.body as Schema | undefined
    const query = operation.query as Schema | undefined

    if (body) {
      test(`${name} refuses bodies with wrong, missing and further fields`, async () => {
        const path = pathOf(operation)
        const valid = sampleOf(body)
        for (const { place, schema } of placesOf(body)) {
          for (const wrong of wrongValuesOf(schema)) {
            // An absent body and `null` both stand for the empty one.
            if (place.length === 0 && wrong === null) continue
            if (place.length === 0 && !body.required?.length && JSON.stringify(wrong) === '{}') continue
            await assertRefused(operation, path, { payload: JSON.stringify(replaceAt(valid, place, () => wrong)) })
          }
          if (schema.type !== 'object' || takesAnyField(schema)) continue
          const isNew = (field: string) => !Object.hasOwn(schema.properties ?? {}, field)
          for (const extra of ['customer_id', 'role', 'isStaff', 'x', '\0', 'hasOwnProperty'].filter(isNew)) {
            await assertRefused(operation, path, {
              payload: JSON.stringify(replaceAt(valid, place, (inner) => ({ ...(inner as object), [extra]: '1' }))),
            })
          }
          for (const required of (schema.required ?? []).filter((field) => schema.properties?.[field]?.default === undefined)) {
            const without = replaceAt(valid, place, (inner) =>
              Object.fromEntries(Object.entries(inner as object).filter(([key]) => key !== required)),
            )
            await assertRefused(operation, path, { payload: JSON.stringify(without) })
          }
        }
      })

      test(`${name} refuses bodies that are no JSON, of another kind, too deep or too large`, async () => {
        const path = pathOf(operation)
        const valid = JSON.stringify(sampleOf(body))
        const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
        const [field = 'x'] = Object.keys(body.properties ?? {})
        for (const payload of [
          '',
          '{',
          'undefined',
          '"text"',
          '[]',
          '1e999',
          valid.slice(0, -1),
          `${valid}x`,
          deep,
          `{"${field}": ${deep}}`,
          `{"x": ${deep}}`,
        ]) {
          await assertRefused(operation, path, { payload })
        }
        for (const polluting of [
          '"__proto__": {"isStaff": true}',
          '"constructor": {"prototype": {"isStaff": true}}',
          '"__proto__": null',
        ]) {
          await assertRefused(operation, path, { payload: `{${polluting}${valid === '{}' ? '' : ','}${valid.slice(1)}` })
        }
        assert.equal(({} as { isStaff?: boolean }).isStaff, undefined)
        for (const type of [
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/xml',
          'x',
          '',
        ]) {
          await assertRefused(operation, path, { payload: valid, headers: { 'content-type': type } })
        }
        const large = await assertRefused(operation, path, {
          payload: JSON.stringify({ x: 'x'.repeat(operation.bodyLimitInBytes ?? 1024 * 1024) }),
        })
        assert.equal(large.statusCode, 413)
      })

      test(`${name} judges long texts at once`, async () => {
        const path = pathOf(operation)
        const valid = sampleOf(body)
        const long = ['a', 'a.', 'a@', '-', ' ', '\n', 'A+/='].map((part) => `x@${part.repeat(longTextLength / part.length)}!`)
        for (const { place, schema } of placesOf(body).filter(({ schema }) => kindsOf(schema).includes('string') && !schema.enum)) {
          if (isJudged(schema)) continue
          for (const text of long) {
            const before = process.threadCpuUsage()
            const { statusCode } = await send(operation, path, { payload: JSON.stringify(replaceAt(valid, place, () => text)) })
            assert.ok(statusCode < 500 && (statusCode >= 400 || schema.maxLength === undefined), `${place.join('.')}: ${statusCode}`)
            assert.ok(process.threadCpuUsage(before).user < 2_000_000, place.join('.'))
          }
        }
      })
    }

    if (query) {
      test(`${name} refuses queries with wrong and further values`, async () => {
        const path = pathOf(operation)
        const wrong: string[] = ['x=1', 'limit=1e999', '__proto__=1', 'constructor=1', 'limit[]=1', '%00=1', 'customer_id=1']
        for (const [field, schema] of Object.entries(query.properties ?? {})) {
          const item = schema.type === 'array' ? (schema.items ?? {}) : schema
          const set = (...values: string[]) => wrong.push(values.map((value) => `${field}=${encodeURIComponent(value)}`).join('&'))
          const minimum = item.minimum ?? 1
          if (item.type === 'integer')
            for (const value of ['abc', '1.5', '1e99', `${minimum - 1}`, `${minimum - 2}`, '99999999999999999999', 'NaN', 'null', '', '1;'])
              set(value)
          if (item.type === 'boolean') for (const value of ['yes', '1', '', 'TRUE', 'null']) set(value)
          if (item.enum || item.format) for (const value of ['no such word', '', '%', '\0', "' or 1=1 --"]) set(value)
          if (item.type === 'string') set('\0')
          if (item.maxLength) set('x'.repeat(item.maxLength + 1))
          if (schema.type === 'array') set(...Array<string>(51).fill(String(sampleOf(item))))
          else set(String(sampleOf(item)), String(sampleOf(item)))
        }
        for (const text of wrong) await assertRefused(operation, `${path}?${text}`)
      })
    }

    test(`${name} answers odd addresses, headers and queries without a fault of its own`, async () => {
      const payload = operation.body ? JSON.stringify(sampleOf(operation.body as Schema)) : undefined
      const sent = payload === undefined ? {} : { payload }
      const odd = [
        '%00',
        '1%00',
        '0',
        '-1',
        '1e3',
        '01',
        '9'.repeat(30),
        '9223372036854775808',
        '__proto__',
        'null',
        "1'--",
        '%F0%9F%98%80',
        '%ED%A0%80',
        'x'.repeat(300),
        randomUUID().replaceAll('-', ''),
        '..%2f',
      ]
      for (const [, parameter = ''] of operation.path.matchAll(/:(\w+)/g)) {
        if (parameter === 'customerId' && !isFirstAtDoor(operation, parameter)) continue
        for (const value of odd) await assertRefused(operation, pathOf(operation, { ...caller.known, [parameter]: value }), sent)
      }
      for (const path of ['%', '%zz', '%c0%af']) await assertRefused(operation, `${pathOf(operation)}/${path}`, sent)
      for (const text of ['', '&&&', '=', '%', '%zz=%zz', '%ED%A0%80=1', `${'a=1&'.repeat(1100)}`]) {
        assert.ok((await send(operation, `${pathOf(operation)}?${text}`, sent)).statusCode < 500, text.slice(0, 50))
      }
      if (operation.access !== 'public' && isFirstAtDoor(operation, 'authorization')) {
        for (const value of [
          '',
          'Bearer',
          'Bearer ',
          'Bearer x y',
          'bearer x',
          `Bearer ${'x'.repeat(15_000)}`,
          'Bearer a.b.c',
          'Bearer eyJhbGciOiJub25lIn0.e30.',
          'Basic eDp5',
        ]) {
          assert.equal(
            (await assertRefused(operation, pathOf(operation), { ...sent, headers: { authorization: value } })).statusCode,
            401,
            value.slice(0, 50),
          )
        }
      }
      if (!isFirstAtDoor(operation, 'request id')) return
      for (const id of ['x y', '<script>', 'x'.repeat(65), '\t']) {
        const answer = await send(operation, pathOf(operation), { ...sent, headers: { 'x-request-id': id } })
        assert.ok(answer.statusCode < 500)
        assert.match(String(answer.headers['x-request-id']), /^[\da-f-]{36}$/)
      }
    })
  }
})
