import { ErrorAnswer } from '@vakt/contract/errors.ts'
import { type Access, isStaffAccess } from '@vakt/contract/features.ts'
import { type Operation, takesIdempotencyKey } from '@vakt/contract/operation.ts'
import { accessOfApiToken } from '@vakt/domain/access.ts'
import type { TSchema } from 'typebox'

type Json = Record<string, unknown>

const describeAccess = (access: Access) => {
  if (access === 'public') return 'Open to everyone.'
  if (access === 'signed-in') return 'Open to everyone who is signed in.'
  if (access === 'global-admin') return "Open to the provider's administrators."
  if (access === 'administrators')
    return "Open to the provider's administrators, and to users who hold every feature that the customer has."
  if (isStaffAccess(access)) {
    const others = access.andAdministrators ? ', and to users who hold every feature that the customer has' : ''
    return `Open to the provider's administrators, to staff whose role has ${access.staff.map((key) => `\`${key}\``).join(' or ')}${others}.`
  }
  return `Open to anyone who holds ${access.map((key) => `\`${key}\``).join(' or ')} at the customer.`
}

const exceptionsOf = ({ signedInWhen = {} }: Operation) =>
  Object.entries(signedInWhen).map(([field, value]) => `With \`${field}: ${value}\` open to everyone who is signed in.`)

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })

/** Keys of texts are for the portal; the document goes without them. */
function withoutMessages(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutMessages)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(Object.entries(schema).flatMap(([key, value]) => (key === 'messages' ? [] : [[key, withoutMessages(value)]])))
}

/** What is taken: anyone who sends it may leave out what has a default, which is there once it has been read. */
function asSent(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asSent)
  if (typeof schema !== 'object' || schema === null) return schema
  const { required, ...rest } = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, asSent(value)])) as SentSchema
  const wanted = required?.filter((name) => rest.properties?.[name]?.default === undefined) ?? []
  return wanted.length > 0 ? { ...rest, required: wanted } : rest
}

type SentSchema = { required?: string[]; properties?: Record<string, { default?: unknown } | undefined> }

const bytes = (type: string) => ({ content: { [type]: { schema: { type: 'string', format: 'binary' } } } })

function successOf(operation: Operation): Json {
  if (operation.fileAnswer)
    return { 200: { description: 'The file', ...bytes('*/*') }, 304: { description: 'As `If-None-Match` names it' } }
  if (operation.listOf) {
    const continuation_token = {
      anyOf: [{ type: 'string' }, { type: 'null' }],
      description: 'Send it back as x-continuation-token for the next page; null on the last one.',
    }
    const schema = {
      type: 'object',
      required: ['result', 'continuation_token'],
      properties: { result: { type: 'array', items: operation.listOf }, continuation_token },
    }
    const content = { 'application/json': { schema }, 'text/csv': { schema: { type: 'string' } } }
    return { 200: { description: 'One page of the list, or all of it with `format`', content } }
  }
  if (!operation.result) return { 204: { description: 'Done' } }
  return { 200: { description: 'The result', ...json({ type: 'object', required: ['result'], properties: { result: operation.result } }) } }
}

function parametersOf(operation: Operation): Json[] {
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = (operation.query ?? { properties: {} }) as {
    properties: Record<string, TSchema & { description?: string; default?: unknown }>
    required?: string[]
  }
  const inQuery = Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (query.required?.includes(name) ?? false) && schema.default === undefined,
    ...(schema.description ? { description: schema.description } : {}),
    schema,
  }))
  const continuation = operation.listOf ? [{ name: 'x-continuation-token', in: 'header', schema: { type: 'string' } }] : []
  const viewAs = {
    name: 'x-vakt-view-as',
    in: 'header',
    schema: { type: 'string', format: 'uuid' },
    description: 'For staff: see what this user sees',
  }
  const idempotencyKey = {
    name: 'idempotency-key',
    in: 'header',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description: 'Such as a UUID. Sent again within a day with the same key, the call is carried out once and answers the same',
  }
  const once = takesIdempotencyKey(operation) ? [idempotencyKey] : []
  const withRights = operation.method === 'GET' && operation.access !== 'public' ? [viewAs] : []
  return [...inPath, ...inQuery, ...continuation, ...once, ...withRights]
}

function errorsOf(operation: Operation): Json {
  const answers: [number, string, boolean][] = [
    [400, 'Something in the request is not valid', Boolean(operation.body ?? operation.query ?? operation.fileBody)],
    [401, 'Not signed in, or the token is no longer good', operation.access !== 'public'],
    [403, 'Yours to see, not yours to do', operation.access !== 'public' && operation.access !== 'signed-in'],
    [404, 'Not there, or not yours', operation.path.includes(':')],
    [
      409,
      'Someone else changed it first',
      operation.method === 'PUT' || (operation.method !== 'GET' && operation.path.includes(':ticketId')),
    ],
    [413, 'The file is too large', operation.fileBody !== undefined],
    [422, 'The Idempotency-Key was used for another request before', takesIdempotencyKey(operation)],
    [429, 'Too many requests; Retry-After says when to try again', true],
    [503, 'Try again in a moment', true],
  ]
  const error = json({ $ref: '#/components/schemas/Error' })
  return Object.fromEntries(answers.filter(([, , applies]) => applies).map(([status, description]) => [status, { description, ...error }]))
}

const securityOf = (operation: Operation): Json => {
  if (operation.access === 'public') return { security: [] }
  return accessOfApiToken(operation) === null ? { security: [{ accessToken: [] }] } : {}
}

function describeTokenAccess(operation: Operation): string[] {
  const access = accessOfApiToken(operation)
  if (access === null) return ['Not possible with an API token.']
  const isNarrower = typeof access !== 'string' && JSON.stringify(access) !== JSON.stringify(operation.access)
  return isNarrower ? [`An API token must hold ${access.map((key) => `\`${key}\``).join(' or ')}.`] : []
}

const whyNoKey = ({ noIdempotencyKey: reason }: Operation) => (reason ? [`Takes no \`Idempotency-Key\`: ${reason}`] : [])

function describe(name: string, operation: Operation): Json {
  return {
    operationId: name,
    summary: operation.summary,
    description: [
      describeAccess(operation.access),
      ...exceptionsOf(operation),
      ...describeTokenAccess(operation),
      ...whyNoKey(operation),
    ].join(' '),
    tags: [operation.path.split('/').find((part) => part !== '' && part !== 'customer' && !part.startsWith(':')) ?? 'customer'],
    ...securityOf(operation),
    parameters: parametersOf(operation),
    ...(operation.body ? { requestBody: { required: true, ...json(asSent(operation.body)) } } : {}),
    ...(operation.fileBody ? { requestBody: { required: true, ...bytes('application/octet-stream') } } : {}),
    responses: { ...successOf(operation), ...errorsOf(operation) },
  }
}

/** The OpenAPI 3.1 document of these calls; `extraPaths` are the doors that are not JSON calls. */
export function buildOpenApi(operations: Record<string, Operation>, extraPaths: Json = {}): Json {
  const paths: Record<string, Json> = {}
  for (const [name, operation] of Object.entries(operations)) {
    const path = `/api/v1${operation.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(name, operation) }
  }
  return withoutMessages({
    openapi: '3.1.0',
    info: { title: 'Vakt', version: '1', description: 'Everything that the portal can do, its users can do through this interface.' },
    paths: { ...paths, ...extraPaths },
    components: {
      schemas: { Error: ErrorAnswer },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        personalToken: { type: 'http', scheme: 'bearer', description: 'A personal API token, `vakt_pat_…`, made in the user menu.' },
        ingestToken: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ accessToken: [] }, { personalToken: [] }],
  }) as Json
}
