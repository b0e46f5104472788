import type { SourceFile } from './feature-fences.ts'

/** A statement that changes rows: `owner` is the feature (or folder of the platform) whose file holds it. */
export type TableWrite = { table: string; owner: string; path: string; line: number }

const serverPattern = /^apps\/server\/src\/(?:features\/([^/]+)|(platform\/[^/]+))/
const createPattern = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi
const writePattern =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?<!\b(?:for(?:\s+no\s+key)?|do|on)\s+)update)\s+(?:only\s+)?(\w+)/gi

/** The tables that the migrations create. */
export function findTables(migrations: SourceFile[]): Set<string> {
  return new Set(migrations.flatMap(({ text }) => [...text.matchAll(createPattern)].map((match) => match[1] ?? '')))
}

/** Every insert, update, delete, merge and truncate of a known table in the server's SQL, tests apart. */
export function findTableWrites(files: SourceFile[], tables: Set<string>): TableWrite[] {
  return files.flatMap(({ path, text }) => {
    const [, feature, platform] = serverPattern.exec(path) ?? []
    const owner = feature ?? platform
    if (!owner || /\.test\.ts$|\/testing\//.test(path)) return []
    return [...text.matchAll(writePattern)].flatMap(({ 1: table = '', index }) =>
      tables.has(table) ? [{ table, owner, path, line: text.slice(0, index).split('\n').length }] : [],
    )
  })
}

/**
 * One line for each statement that writes the table of another, unless `shared` names its feature beside the table. The owner of a table is
 * the first that `shared` names, else the one with most statements. And one line for each name in `shared` that writes no more.
 */
export function findForeignWrites(writes: TableWrite[], shared: Record<string, string[]>, mayWriteAll: string[]): string[] {
  const byTable = Map.groupBy(
    writes.filter(({ owner }) => !mayWriteAll.includes(owner)),
    ({ table }) => table,
  )
  const foreign = [...byTable].flatMap(([table, found]) => {
    const allowed = shared[table] ?? [mostFrequent(found.map(({ owner }) => owner))]
    return found
      .filter(({ owner }) => !allowed.includes(owner))
      .map(({ path, line, owner }) => `${path}:${line}: ${owner} writes ${table}, which is a table of ${allowed[0]}: call a verb of it`)
  })
  const outdated = Object.entries(shared).flatMap(([table, owners]) =>
    owners
      .filter((name) => !byTable.get(table)?.some(({ owner }) => owner === name))
      .map((name) => `feature-map.ts: ${name} does not write ${table}: take it out of sharedTables`),
  )
  return [...foreign, ...outdated]
}

function mostFrequent(names: string[]): string {
  const counts = Map.groupBy(names, (name) => name)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}
