import type { FieldError } from '@vakt/contract/errors.ts'
import { fieldMessages } from '@vakt/contract/field-messages.ts'
import type { ErrorObject } from 'ajv'

type Schema = { messages?: Record<string, string>; format?: string; enum?: unknown[]; properties?: Record<string, Schema> }
type Problem = { key: string; message: string; limit?: number }

const keysOfBounds: Record<string, string> = {
  minLength: 'form.too_short',
  maxLength: 'form.too_long',
  minimum: 'form.too_small',
  maximum: 'form.too_large',
  minItems: 'form.too_few',
  maxItems: 'form.too_many',
}

const count = (amount: number, one: string, many = `${one}s`) => `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`

const boundTexts: Record<string, (limit: number) => string> = {
  minLength: (limit) => `must be at least ${count(limit, 'character')} long`,
  maxLength: (limit) => `may be at most ${count(limit, 'character')} long`,
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `may be at most ${limit}`,
  minItems: (limit) => `must have at least ${count(limit, 'entry', 'entries')}`,
  maxItems: (limit) => `may have at most ${count(limit, 'entry', 'entries')}`,
}

const formatTexts: Record<string, string> = {
  date: 'a day such as 2026-11-20',
  'date-time': 'a moment with its time zone, such as 2026-11-20T10:00:00Z',
  uuid: 'a UUID such as 5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11',
  'one-line': 'one line, without line breaks and control characters',
}

/** The one text that each of these has, wherever it stands. */
const formatKeys: Record<string, string> = { email: 'form.email_invalid', 'one-line': 'form.one_line' }

const longestListOfWords = 300

function allowedWords(words: unknown[]): string {
  const list = words.map(String).join(', ')
  return list.length > longestListOfWords ? 'one of the values that the API document lists' : `one of: ${list}`
}

function ruleText({ keyword, message, params }: ErrorObject, schema: Schema | undefined): string {
  if (keyword === 'enum') return `must be ${allowedWords(schema?.enum ?? [])}`
  if (keyword === 'format') return `must be ${formatTexts[String(params.format)] ?? `a valid ${params.format}`}`
  return message ?? 'is not valid'
}

/** The text for a rule to which the contract gives no key. */
function describe(error: ErrorObject, property: string, schema: Schema | undefined): Problem {
  const { keyword, params } = error
  const name = property ? `"${property}"` : 'The body'
  const isEmpty = keyword === 'required' || (keyword === 'minLength' && params.limit === 1)
  if (isEmpty)
    return { key: 'form.required', message: keyword === 'required' ? `The field ${name} is missing.` : `${name} cannot be empty.` }
  if (keyword === 'additionalProperties')
    return { key: 'form.unknown_field', message: `There is no field "${params.additionalProperty}" here.` }
  const bound = boundTexts[keyword]
  if (bound) return { key: keysOfBounds[keyword] ?? '', message: `${name} ${bound(params.limit)}.`, limit: params.limit }
  const key = (keyword === 'format' && formatKeys[String(params.format)]) || 'form.not_valid'
  return { key, message: fieldMessages[key] ?? `${name} ${ruleText(error, schema)}.` }
}

/** The key that the contract gives to the rule (`messages: { maxLength: '…' }`); what is missing breaks the rule that asks for some text or value. */
function keyOf(error: ErrorObject, schema: Schema | undefined): string | undefined {
  const { messages } = schema ?? {}
  return error.keyword === 'required'
    ? (messages?.pattern ?? messages?.minLength ?? messages?.minItems ?? messages?.type ?? messages?.enum)
    : messages?.[error.keyword]
}

/** What is wrong as the API says it: the sentence of its key in English, or one that names the field and what would be right. */
export function toFieldError(error: ErrorObject): FieldError {
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : ''
  const extra = error.keyword === 'additionalProperties' ? String(error.params.additionalProperty) : ''
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const property = [path, missing || extra].filter(Boolean).join('.')
  const parent = error.parentSchema as Schema | undefined
  const schema = missing ? parent?.properties?.[missing] : parent
  const described = describe(error, property, schema)
  const key = keyOf(error, schema) ?? described.key
  const message = fieldMessages[key] ?? described.message
  const limit = key === described.key && described.limit !== undefined ? { limit: described.limit } : {}
  return { property, message, message_translation_key: key, ...limit }
}
