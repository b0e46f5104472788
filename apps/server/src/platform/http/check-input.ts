import type { FieldError } from '@vakt/contract/errors.ts'
import { breaksLine, emailPattern } from '@vakt/contract/schema.ts'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formatsPlugin, { type FormatsPlugin } from 'ajv-formats'
import type { TSchema } from 'typebox'
import { Invalid } from '#server/platform/errors.ts'

// The types of the package name the module, not its default export.
const addFormats = formatsPlugin as unknown as FormatsPlugin

const keywords = ['messages']
const forBodies = new Ajv({ allErrors: true, useDefaults: true, keywords, verbose: true })
const forQueries = new Ajv({ allErrors: true, useDefaults: true, coerceTypes: 'array', keywords, verbose: true })
const forResults = new Ajv({ keywords })
for (const ajv of [forBodies, forQueries, forResults])
  addFormats(ajv, ['date', 'date-time', 'uuid']).addFormat('email', emailPattern).addFormat('one-line', (text) => !breaksLine.test(text))

/** PostgreSQL has no NUL in text, and a lone surrogate is no character. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

function findUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = isStorable(key) ? findUnstorable(inner, path ? `${path}.${key}` : key) : path
    if (found !== null) return found
  }
  return null
}

/** The contract may name a translation key for each rule of a field: `messages: { minLength: '…' }`. */
function toFieldError(error: ErrorObject): FieldError {
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : ''
  const extra = error.keyword === 'additionalProperties' ? String(error.params.additionalProperty) : ''
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const property = [path, missing || extra].filter(Boolean).join('.')
  const schema = (missing ? error.parentSchema?.properties?.[missing] : error.parentSchema) as
    | { messages?: Record<string, string> }
    | undefined
  const key = schema?.messages?.[missing ? 'pattern' : error.keyword] ?? `form.${error.keyword}`
  const isLineBroken = error.keyword === 'format' && error.params.format === 'one-line'
  const message = isLineBroken
    ? `"${property}" must be one line, without line ends and other control characters.`
    : extra
      ? `There is no field "${extra}" here.`
      : missing
        ? `The field "${property}" is missing.`
        : `"${property}" ${error.message ?? 'is not valid'}.`
  return { property, message, message_translation_key: key }
}

function check(validate: ValidateFunction, value: unknown): unknown {
  if (!validate(value)) {
    const problems = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if' && keyword !== 'anyOf')
    throw new Invalid((problems.length > 0 ? problems : (validate.errors ?? [])).slice(0, 50).map(toFieldError))
  }
  const unstorable = findUnstorable(value, '')
  if (unstorable !== null) throw Invalid.field(unstorable, 'There is a character here that cannot be stored.', 'form.characters')
  return value
}

/** Compiled once for each call. Query values are text on the wire and become what the contract says; bodies must be it already. */
export function createInputCheck(schema: TSchema | undefined, part: 'body' | 'query'): (value: unknown) => unknown {
  if (!schema) return () => undefined
  const validate = (part === 'body' ? forBodies : forQueries).compile(schema)
  return (value) => check(validate, part === 'query' ? { ...(value as object) } : value)
}

/** In tests and development a result that the contract does not describe is a fault, so that no column leaks by accident. */
export function createResultCheck(schema: TSchema | undefined): (value: unknown) => void {
  if (!schema) return () => {}
  const validate = forResults.compile(schema)
  return (value) => {
    if (!validate(JSON.parse(JSON.stringify(value))))
      throw new Error(`The result is not what the contract says: ${forResults.errorsText(validate.errors)}`)
  }
}
