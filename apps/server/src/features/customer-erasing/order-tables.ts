type Referring = { table: string; parents: readonly string[] }

/** Each table before those that its rows refer to. Throws where they refer to each other in a circle. */
export function orderTables<T extends Referring>(tables: readonly T[]): T[] {
  const ordered: T[] = []
  let left = [...tables]
  while (left.length > 0) {
    const referredTo = new Set(left.flatMap(({ parents }) => parents))
    const free = left.filter(({ table }) => !referredTo.has(table))
    if (free.length === 0) throw new Error(`These tables refer to each other: ${left.map(({ table }) => table).join(', ')}.`)
    ordered.push(...free)
    left = left.filter(({ table }) => referredTo.has(table))
  }
  return ordered
}
