/**
 * Builds the schemas of the contract in the browser, which needs them as data (bounds, defaults, message keys) but never checks with
 * them. The build puts it in the place of `typebox` (12 kB); a test holds the two equal.
 */
type Schema = Record<string, unknown>

const optional = Symbol('optional')
const isOptional = (schema: Schema): boolean => optional in schema

export const Type = {
  String: (options: Schema = {}): Schema => ({ type: 'string', ...options }),
  Integer: (options: Schema = {}): Schema => ({ type: 'integer', ...options }),
  Number: (options: Schema = {}): Schema => ({ type: 'number', ...options }),
  Boolean: (options: Schema = {}): Schema => ({ type: 'boolean', ...options }),
  Unknown: (options: Schema = {}): Schema => options,
  Null: (): Schema => ({ type: 'null' }),
  Array: (items: Schema, options: Schema = {}): Schema => ({ type: 'array', items, ...options }),
  Union: (anyOf: Schema[]): Schema => ({ anyOf }),
  Optional: (schema: Schema): Schema => ({ ...schema, [optional]: true }),
  Unsafe: (schema: Schema): Schema => schema,
  Record: (_key: Schema, value: Schema): Schema => ({ type: 'object', patternProperties: { '^.*$': value } }),
  Object(properties: Record<string, Schema>, options: Schema = {}): Schema {
    const required = Object.keys(properties).filter((name) => !isOptional(properties[name] ?? {}))
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
  },
  /** As typebox does: without the other options of the object. */
  Pick({ properties = {}, required = [] }: Schema, names: string[]): Schema {
    const picked = names.filter((name) => name in (properties as object))
    const needed = (required as string[]).filter((name) => picked.includes(name))
    const kept = Object.fromEntries(picked.map((name) => [name, (properties as Schema)[name]]))
    return { type: 'object', ...(needed.length > 0 ? { required: needed } : {}), properties: kept }
  },
}
