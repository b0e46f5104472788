import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'

/** An object that refuses fields it does not name, so that nothing is assigned or leaked by accident. */
export function object<const Properties extends TProperties>(properties: Properties): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false })
}

export function nullable<const Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** One of the given words. */
export function oneOf<const Words extends string[]>(
  words: readonly [...Words],
  options: { default?: Words[number]; description?: string; messages?: Record<string, string> } = {},
) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options })
}

/** Line ends and other control characters. */
export const breaksLine = /[\p{Cc}\u2028\u2029]/u

/** The standard pattern of an email address (WHATWG, with at least one dot after the @): the same for the forms and for the API. */
export const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

type OneLineOptions = { pattern?: string; minLength?: number; maxLength: number; messages?: Record<string, string>; description?: string }

/** Text of one line, such as a name or a subject. */
export const oneLine = ({ messages, ...options }: OneLineOptions) =>
  Type.String({ format: 'one-line', ...options, messages: { format: 'form.one_line', ...messages } })

/** A name of the IANA time zone database, such as `Europe/Stockholm`. */
export const timeZoneName = () => Type.String({ minLength: 1, maxLength: 64, messages: { minLength: 'error.time_zone' } })

/** A moment in UTC: ISO 8601 with `Z`. */
export const moment = (options: { description?: string } = {}) => Type.String({ format: 'date-time', ...options })

/** Several values of one query parameter: `?priority=1&priority=2`; a single one counts as a list of one. */
export const several = <const Schema extends TSchema>(item: Schema) => Type.Optional(Type.Array(item, { maxItems: 50 }))

export const customerParameters = object({ customerId: Type.String({ minLength: 1, maxLength: 64 }) })

/** What every list takes. The next page is asked for with the header `x-continuation-token`; with `format` the whole list comes as a file. */
export const pageLimit = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  format: Type.Optional(oneOf(['csv', 'json'], { description: 'The whole list as a file, instead of one page' })),
}

export { type Static, Type }
