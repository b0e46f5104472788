/** The names and indexes of a path, from the outside in. */
export type ValuePath = readonly (string | number)[]

const part = /\.?(?:"((?:[^"\\]|\\["\\])*)"|([^\s."'[\]{}]+)|\[(\d{1,9})\])/y

/** Reads a path such as `alerts[0].labels."resource.id"`; null where it is none. Takes linear time. */
export function parsePath(text: string): ValuePath | null {
  const trimmed = text.trim()
  const names: (string | number)[] = []
  part.lastIndex = 0
  while (part.lastIndex < trimmed.length) {
    const isFirst = part.lastIndex === 0
    const found = part.exec(trimmed)
    if (!found) return null
    const [whole, quoted, plain, index] = found
    const isDotted = whole.startsWith('.')
    if (isDotted ? isFirst || index !== undefined : !isFirst && index === undefined) return null
    names.push(index === undefined ? (plain ?? quoted?.replaceAll(/\\(["\\])/g, '$1') ?? '') : Number(index))
  }
  return names.length > 0 ? names : null
}

/** The value there; undefined where there is none. Only own properties are found. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined
    if (Array.isArray(found) ? typeof name !== 'number' : !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string | number, unknown>)[name]
  }
  return found
}

/** The paths in braces within a template, as they are written. */
export const pathsOfTemplate = (template: string): string[] => Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, path = '']) => path)
