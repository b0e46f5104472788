/** What a migration of this release breaks for processes of the previous one, or blocks them with. */
export type MigrationProblem = { statement: string; rule: string }

/** Tables that grow without end: whatever reads all of their rows under a lock stops an installation for minutes. */
const largeTables = [
  'alert',
  'alert_trail',
  'entity',
  'entity_change',
  'event',
  'incident',
  'incident_event',
  'mail_delivery',
  'notification',
  'recorded_action',
  'signal',
  'ticket',
  'ticket_attachment',
  'ticket_change',
  'ticket_comment',
  'ticket_event',
  'ticket_history',
  'ticket_search',
  'ticket_word',
  'webhook_delivery',
]

type Rule = { rule: string; isBroken: (statement: string, file: string) => boolean }

const isCreatedIn = (file: string, table: string) => new RegExp(`create (?:unlogged )?table (?:if not exists )?${table}\\b`).test(file)
const isLarge = (table: string | undefined, file: string) => table !== undefined && largeTables.includes(table) && !isCreatedIn(file, table)
const tableOf = (statement: string) => /alter table (?:if exists )?(?:only )?(?:public\.)?"?(\w+)/.exec(statement)?.[1]

/** Whether a statement alters another large table than the one that the file alters first. */
const isSecond = (first: string | undefined, statement: string, file: string) =>
  first !== tableOf(statement) && isLarge(first, file) && file.indexOf(`alter table ${first}`) < file.indexOf(statement)

const rules: Rule[] = [
  {
    rule: 'drops what the previous release uses',
    isBroken: (s) => /\bdrop (?:table|column|function|procedure|view|sequence|type|role)\b/.test(s),
  },
  { rule: 'renames what the previous release uses', isBroken: (s) => /^alter .*\brename\b/s.test(s) },
  { rule: 'changes the type of a column, which rewrites the table', isBroken: (s) => /\balter column \w+ (?:set data )?type\b/.test(s) },
  {
    rule: 'refuses null, which the previous release may write',
    isBroken: (s, file) => /\bset not null\b/.test(s) && !isCreatedIn(file, tableOf(s) ?? ''),
  },
  {
    rule: 'adds a column that the previous release does not fill: give it a default, or allow null',
    isBroken: (s, file) =>
      !isCreatedIn(file, tableOf(s) ?? '') &&
      s
        .split(/,\s*(?=add column)/)
        .some((part) => /add column\b/.test(part) && /\bnot null\b/.test(part) && !/\bdefault\b|\bgenerated\b/.test(part)),
  },
  {
    rule: 'checks every row of a large table under a lock: add the constraint "not valid", and validate it in the next migration',
    isBroken: (s, file) =>
      /\badd (?:constraint|foreign key|check)\b/.test(s) && !/\bnot valid\b|\busing index\b/.test(s) && isLarge(tableOf(s), file),
  },
  {
    rule: 'builds an index on a large table under a lock: use "create index concurrently", in a file of its own',
    isBroken: (s, file) =>
      isLarge(/^create (?:unique )?index (?!concurrently)(?:if not exists )?(?:\w+ )?on (?:only )?(?:public\.)?(\w+)/.exec(s)?.[1], file),
  },
  {
    rule: 'writes every row of a large table in one transaction',
    isBroken: (s, file) => isLarge(/^update (?:only )?(\w+)/.exec(s)?.[1], file),
  },
  {
    rule: 'drops a policy without creating one of the same name',
    isBroken: (s, file) => {
      const [, name] = /^drop policy (?:if exists )?(\w+) on/.exec(s) ?? []
      return name !== undefined && !new RegExp(`create policy ${name} on`).test(file)
    },
  },
  { rule: 'takes a right from the previous release', isBroken: (s, file) => /^revoke\b/.test(s) && !createsWhatItRevokes(s, file) },
  {
    rule: 'locks a second large table: a writer that has the other one is broken off; give each a file of its own',
    isBroken: (s, file) =>
      isLarge(tableOf(s), file) && [...file.matchAll(/^alter table (\w+)/gm)].some(([, first]) => isSecond(first, s, file)),
  },
  { rule: 'locks or empties a table', isBroken: (s) => /^(?:truncate|lock)\b/.test(s) },
]

function createsWhatItRevokes(statement: string, file: string): boolean {
  const [, name = ''] = /\bon (?:function |table |procedure |sequence )?(\w+)/.exec(statement) ?? []
  return new RegExp(`create (?:or replace )?(?:function|table|procedure|sequence) ${name}\\b`).test(file)
}

/** Function bodies are blanked: what they do is theirs. */
const readStatements = (sql: string) =>
  sql
    .replace(/^\s*--.*$/gm, '')
    .replace(/(\$\w*\$).*?\1/gs, "''")
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' ').toLowerCase())
    .filter(Boolean)

/** A line that says since when nothing uses what the file takes away: `-- contract of 0.2.0: why`. */
const contractLine = /^-- contract of \S+: \S/m

/** Holds a migration against the rules of CONTRIBUTING.md; empty for one that the previous release can work on. */
export function findMigrationProblems(sql: string): MigrationProblem[] {
  if (contractLine.test(sql)) return []
  const statements = readStatements(sql)
  const file = statements.join(';\n')
  return statements.flatMap((statement) =>
    rules.filter(({ isBroken }) => isBroken(statement, file)).map(({ rule }) => ({ statement: statement.slice(0, 120), rule })),
  )
}
