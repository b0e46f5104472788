import { breaksLine, emailPattern } from '@vakt/contract/schema.ts'
import { Ajv, type ValidateFunction } from 'ajv'
import formatsPlugin, { type FormatsPlugin } from 'ajv-formats'
import type { TSchema } from 'typebox'
import { Invalid } from '#server/platform/errors.ts'
import { toFieldError } from './to-field-error.ts'

// The types of the package name the module, not its default export.
const addFormats = formatsPlugin as unknown as FormatsPlugin

const keywords = ['messages']
const forBodies = new Ajv({ allErrors: true, useDefaults: true, keywords, verbose: true })
const forQueries = new Ajv({ allErrors: true, useDefaults: true, coerceTypes: 'array', keywords, verbose: true })
const forResults = new Ajv({ keywords })
for (const ajv of [forBodies, forQueries, forResults])
  addFormats(ajv, ['date', 'date-time', 'uuid'])
    .addFormat('email', emailPattern)
    .addFormat('one-line', (text) => !breaksLine.test(text))

/** PostgreSQL has no NUL in text, and a lone surrogate is no character. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** As at the ingest. Deeper input is no one's, and would end whatever calls itself for each level. */
const maxDepth = 200

const holdsOthers = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Looks level by level, since input may be deeper than calls can be. */
function isTooDeep(input: unknown): boolean {
  let level = [input].filter(holdsOthers)
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap((value) => Object.values(value).filter(holdsOthers))
  }
  return false
}

function findUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = isStorable(key) ? findUnstorable(inner, path ? `${path}.${key}` : key) : path
    if (found !== null) return found
  }
  return null
}

/** Ajv makes Infinity of `1e999` in a query, and then passes over its bounds. */
const findEndless = (value: unknown) =>
  Object.entries(Object(value)).find(([, one]) => typeof one === 'number' && !Number.isFinite(one))?.[0]

function check(validate: ValidateFunction, value: unknown): unknown {
  if (isTooDeep(value)) throw Invalid.field('', `It is nested deeper than ${maxDepth} levels.`, 'error.json_too_deep')
  if (!validate(value)) {
    const problems = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if' && keyword !== 'anyOf')
    throw new Invalid((problems.length > 0 ? problems : (validate.errors ?? [])).slice(0, 50).map(toFieldError))
  }
  const unstorable = findUnstorable(value, '')
  const endless = findEndless(value)
  if (endless) throw Invalid.field(endless, `"${endless}" must be a number.`, 'form.type')
  if (unstorable !== null) throw Invalid.field(unstorable, 'There is a character here that cannot be stored.', 'form.characters')
  return value
}

/** At its first use: compiling every schema of the contract would take most of the time of a start. */
function compileLater(ajv: Ajv, schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined
  return () => {
    validate ??= ajv.compile(schema)
    return validate
  }
}

const freeText = ['search', 'q'] as const

/** Lists call their free text `search` or `q`; each takes it by the other name as well. */
function nameFreeText(schema: TSchema): (query: Record<string, unknown>) => Record<string, unknown> {
  const properties: object = (schema as { properties?: object }).properties ?? {}
  const name = freeText.find((one) => Object.hasOwn(properties, one))
  const other = freeText.find((one) => one !== name && !Object.hasOwn(properties, one))
  if (!name || !other) return (query) => query
  return ({ [other]: given, ...query }) => (given === undefined ? query : { [name]: given, ...query })
}

/** Query values are text on the wire and become what the contract says; bodies must be it already. */
export function createInputCheck(schema: TSchema | undefined, part: 'body' | 'query'): (value: unknown) => unknown {
  if (!schema) return () => undefined
  const validator = compileLater(part === 'body' ? forBodies : forQueries, schema)
  if (part === 'body') return (value) => check(validator(), value)
  const named = nameFreeText(schema)
  return (value) => check(validator(), named({ ...(value as object) }))
}

/** In tests and development a result that the contract does not describe is a fault, so that no column leaks by accident. */
export function createResultCheck(schema: TSchema | undefined): (value: unknown) => void {
  if (!schema) return () => {}
  const validator = compileLater(forResults, schema)
  return (value) => {
    const validate = validator()
    if (!validate(JSON.parse(JSON.stringify(value))))
      throw new Error(`The result is not what the contract says: ${forResults.errorsText(validate.errors)}`)
  }
}
