export type Put = (value: unknown) => string

/** Gathers the values of a statement: `put(value)` is its place in the text. */
export function gatherValues(first: unknown[] = []) {
  const values = [...first]
  const put: Put = (value) => {
    values.push(value)
    return `$${values.length}`
  }
  return { values, put }
}
