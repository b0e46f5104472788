import { readFileSync } from 'node:fs'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

export const numberRange = Type.Unsafe<readonly [low: number, high: number]>(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }))

/** A list in `content/NAME.json`. Throws which value is wrong where one does not fit the schema. */
export function readDemoContent<Item extends TSchema>(name: string, item: Item): Static<Item>[] {
  const content: unknown = JSON.parse(readFileSync(new URL(`content/${name}.json`, import.meta.url), 'utf8'))
  const [wrong] = Value.Errors(Type.Array(item), content)
  if (wrong) throw new Error(`content/${name}.json${wrong.instancePath} ${wrong.message}`)
  return content as Static<Item>[]
}
