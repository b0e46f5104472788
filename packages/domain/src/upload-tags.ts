const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value.trim() : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const deepest = 64

const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' || value === null || (levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1)))

/** What nests deeper than anybody writes is not understood: not everything that walks through it could. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isWithin(value, deepest) ? value : undefined
  } catch {
    return undefined
  }
}

/** `Object.fromEntries` makes `__proto__` a key like any other, an assignment would not. */
const toTags = (entries: readonly (readonly [string, unknown])[]): Record<string, string> =>
  Object.fromEntries(entries.flatMap(([key, value]) => (key.trim() === '' ? [] : [[key.trim(), textOf(value)]])))

/** AWS writes `[{ "Key": …, "Value": … }]`. */
function readKeyValueList(list: unknown[]): Record<string, string> | null {
  const entries = list.map((item) =>
    isRecord(item) ? ([item.Key ?? item.key, item.Value ?? item.value] as const) : ([null, null] as const),
  )
  return entries.every(([key]) => typeof key === 'string') ? toTags(entries as [string, unknown][]) : null
}

/** `environment=prod; team=web`, also with colons, commas or lines. */
function readPairs(text: string): Record<string, string> | null {
  const pieces = text
    .split(/[;\n]|,(?=[^,;=:]*[=:])/)
    .map((piece) => piece.trim())
    .filter(Boolean)
  const pairs = pieces.map((piece) => /^([^=:]+)[=:](.*)$/s.exec(piece))
  return pairs.every((pair) => pair !== null) ? toTags(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])) : null
}

/** Tags that stand in one cell; null when they are not understood. */
export function readTags(cell: unknown): Record<string, string> | null {
  if (isRecord(cell)) return toTags(Object.entries(cell))
  if (Array.isArray(cell)) return readKeyValueList(cell)
  const text = textOf(cell)
  // The Tag Editor of AWS writes how many tags there are, and each tag in a column of its own.
  if (text === '' || text === 'null' || /^\d+$/.test(text)) return {}
  if (!/^[[{]/.test(text)) return readPairs(text)
  const parsed = parseJson(text)
  return isRecord(parsed) || Array.isArray(parsed) ? readTags(parsed) : null
}

/** Properties that stand in one cell, as JSON; null when they are not understood. */
export function readProperties(cell: unknown): Record<string, unknown> | null {
  if (isRecord(cell)) return cell
  const text = textOf(cell)
  if (text === '' || text === 'null') return {}
  const parsed = parseJson(text)
  return isRecord(parsed) ? parsed : null
}
