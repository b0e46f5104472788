/** One line of what the record holds beside the words: a value, or what it was and became. */
export type Detail = { name: string; value: string } | { name: string; before: string; after: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length > 0 ? value.map(textOf).join(', ') : '–'
  if (isObject(value)) return Object.values(value).map(textOf).join(': ')
  return String(value)
}

/** What changed between `before` and `after`, or what was made or removed, then everything else. */
export function describeDetails(details: Record<string, unknown>): Detail[] {
  const { before, after, ...rest } = details
  const others = Object.entries(rest).map(([name, value]) => ({ name, value: textOf(value) }))
  const only = before === undefined ? after : after === undefined ? before : null
  if (isObject(only)) return [...Object.entries(only).map(([name, value]) => ({ name, value: textOf(value) })), ...others]
  if (!isObject(before) || !isObject(after)) {
    const both = Object.entries({ before, after }).filter(([, value]) => value !== undefined)
    return [...both.map(([name, value]) => ({ name, value: textOf(value) })), ...others]
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names
    .map((name) => ({ name, before: textOf(before[name]), after: textOf(after[name]) }))
    .filter((one) => one.before !== one.after)
  return [...changed, ...others]
}
