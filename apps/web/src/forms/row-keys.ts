const keys = new WeakMap<object, string>()
let given = 0

/**
 * What the paths of the fields in a row hold instead of its index, such as `r7` in `steps.r7.name`. It stays the row's own while the row
 * is edited, moved, or taken away and put back, so that messages and focus follow it.
 */
export function rowKey(row: object): string {
  let key = keys.get(row)
  if (key === undefined) {
    given += 1
    key = `r${given}`
    keys.set(row, key)
  }
  return key
}

/** The row as it is after a change keeps the key that it had before. */
export function keepKey<Row extends object>(row: Row, before: object): Row {
  const key = keys.get(before)
  if (key !== undefined) keys.set(row, key)
  return row
}
