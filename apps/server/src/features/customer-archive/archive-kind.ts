/** One kind of thing in the archive: the rows of one table, as `NAME.csv` and `NAME.json`. */
export type ArchiveKind = {
  name: string
  table: string
  /** What one row is, for the README. */
  holds: string
  /** Orders the rows, and is unique for the customer. */
  key: readonly string[]
  columns: readonly string[]
  /** Columns that stay out: secrets, what is derived or counts for the screens only, what only the provider's staff may see. */
  without: readonly string[]
  /** A condition on the row `r`. */
  where?: string
  /** By column: another expression over the row `r`. */
  shown: Readonly<Record<string, string>>
}

const namesIn = (list: string) => list.split(/\s+/).filter((name) => name !== '')

/** Names of columns are separated by spaces. */
export function kind(
  name: string,
  table: string,
  holds: string,
  {
    key,
    columns,
    without = '',
    ...more
  }: { key: string; columns: string; without?: string; where?: string; shown?: Record<string, string> },
): ArchiveKind {
  return { name, table, holds, key: namesIn(key), columns: namesIn(columns), without: namesIn(without), shown: {}, ...more }
}

/** As the API names it. */
export const shownName = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The fields of each row, in their order. Beside the id of a resource stands its name. */
export const fieldsOf = ({ columns }: Pick<ArchiveKind, 'columns'>): string[] =>
  columns.flatMap((column) => (column === 'entity_id' ? ['entityId', 'entityName'] : [shownName(column)]))
