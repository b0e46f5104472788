import { breaksLine } from '@vakt/contract/schema.ts'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { FieldProblem, FieldRule } from './field-definition.ts'
import { isEmail, parseInteger } from './field-value.ts'

type Property = {
  type?: string
  enum?: unknown[]
  default?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  messages?: Record<string, string>
  anyOf?: Property[]
}

/** What `nullable` makes optional; empty is null, and holds to no rule. */
function withoutNull(property: Property): { property: Property; isNullable: boolean } {
  const [only, ...others] = property.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return only && others.length === 0 && property.anyOf?.length === 2
    ? { property: only, isNullable: true }
    : { property, isNullable: false }
}

type BoundsOf<Value> = [Value] extends [number] ? { min?: number; max?: number } : { maxLength?: number }

/** What the contract says of one field, to be spread into its definition. */
export type ContractRules<Value> = BoundsOf<Value> & { required?: boolean; value?: Value; rules: readonly FieldRule[] }

/** The rules of a contract schema by field: bounds, lengths, what is required, defaults, and the key of each message. */
export function fieldsOf<Properties extends TProperties>(
  schema: TObject<Properties>,
): { [Name in keyof Properties]: ContractRules<Static<Properties[Name]>> } {
  const needed = (schema.required ?? []) as readonly string[]
  const entries = Object.entries<TSchema>(schema.properties).map(([name, property]) => [
    name,
    rulesOfEither(property as Property, needed.includes(name)),
  ])
  return Object.fromEntries(entries)
}

function rulesOfEither(either: Property, isNeeded: boolean) {
  const { property, isNullable } = withoutNull(either)
  return rulesOf(property, isNeeded && !isNullable)
}

function rulesOf(property: Property, isNeeded: boolean) {
  const rules = rulesOfText(property).concat(rulesOfNumber(property, isNeeded), rulesOfList(property))
  const refusesNothing =
    isNeeded && property.default === undefined && (property.enum !== undefined || rules.some((rule) => !rule.passes('')))
  return {
    rules: isNeeded ? rules : rules.map(unlessEmpty),
    ...(refusesNothing ? { required: true } : {}),
    ...(property.default === undefined ? {} : { value: property.default }),
    ...(property.maxLength === undefined ? {} : { maxLength: property.maxLength }),
    ...(property.minimum === undefined ? {} : { min: property.minimum }),
    ...(property.maximum === undefined ? {} : { max: property.maximum }),
  }
}

const unlessEmpty = (rule: FieldRule): FieldRule => ({ ...rule, passes: (value) => value === '' || value === null || rule.passes(value) })

const general: Record<string, string> = {
  minLength: 'form.too_short',
  maxLength: 'form.too_long',
  minItems: 'form.too_few',
  maxItems: 'form.too_many',
  format: 'form.email_invalid',
}

function ruleFor(property: Property, name: keyof Property, passes: (value: unknown) => boolean): FieldRule[] {
  const limit = property[name]
  if (limit === undefined) return []
  const problem: FieldProblem = { message: '', key: property.messages?.[name] ?? general[name] ?? 'form.required' }
  return [{ passes, problem: typeof limit === 'number' ? { ...problem, limit } : problem }]
}

function rulesOfText(property: Property): FieldRule[] {
  if (property.type !== 'string') return []
  const { pattern = '', minLength = 0, maxLength = 0, format } = property
  const isText = (holds: (text: string) => boolean) => (value: unknown) => holds(String(value ?? ''))
  const wanted = new RegExp(pattern)
  return [
    ...ruleFor(
      property,
      'pattern',
      isText((text) => wanted.test(text)),
    ),
    ...(minLength === 1
      ? [{ passes: isText((text) => text !== ''), problem: { message: '', key: property.messages?.minLength ?? 'form.required' } }]
      : ruleFor(
          property,
          'minLength',
          isText((text) => text.length >= minLength),
        )),
    ...ruleFor(
      property,
      'maxLength',
      isText((text) => text.length <= maxLength),
    ),
    ...(format === 'email' ? ruleFor(property, 'format', isText(isEmail)) : []),
    ...(format === 'one-line'
      ? ruleFor(
          property,
          'format',
          isText((text) => !breaksLine.test(text)),
        )
      : []),
  ]
}

function rulesOfNumber(property: Property, isNeeded: boolean): FieldRule[] {
  if (property.type !== 'integer' || !isNeeded) return []
  return [
    { passes: (value) => parseInteger(String(value)) !== '', problem: { message: '', key: property.messages?.type ?? 'form.required' } },
  ]
}

function rulesOfList(property: Property): FieldRule[] {
  if (property.type !== 'array') return []
  const { minItems = 0, maxItems = 0 } = property
  const count = (value: unknown) => (Array.isArray(value) ? value.length : 0)
  return [
    ...ruleFor(property, 'minItems', (value) => count(value) >= minItems),
    ...ruleFor(property, 'maxItems', (value) => count(value) <= maxItems),
  ]
}
