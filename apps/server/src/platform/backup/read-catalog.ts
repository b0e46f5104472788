import { escapeIdentifier, type PoolClient } from 'pg'
import { BackupRefused } from './backup-format.ts'

export type Client = Pick<PoolClient, 'query'>
export type TableShape = { name: string; columns: string[] }

/** Every table but the record of migrations, which a restore writes itself, with the columns that are not generated. */
export async function readTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('migration', 'migration_lock')
    group by c.relname order by c.relname`)
  return rows
}

/** The tables whose owner is under row-level security, too; quoted. */
export async function readForcedTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity order by relname",
  )
  return rows.map(({ name }) => escapeIdentifier(name))
}

export type Partition = { name: string; parent: string; bounds: string }

/** The partitions, with what PostgreSQL writes behind `partition of`: `FOR VALUES FROM (…) TO (…)`. */
export async function readPartitions(client: Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r' order by c.relname`)
  return rows
}

/** Makes the partitions that are missing, under forced row-level security as all of them. */
export async function createPartitions(client: Client, partitions: Partition[]): Promise<void> {
  const existing = new Set((await readPartitions(client)).map(({ name }) => name))
  for (const { name, parent, bounds } of partitions) {
    if (existing.has(name)) continue
    if (!/^FOR VALUES FROM \('?[\w :.+-]+'?\) TO \('?[\w :.+-]+'?\)$/.test(bounds))
      throw new BackupRefused(`The partition ${name} has bounds that are not understood.`)
    const table = escapeIdentifier(name)
    await client.query(`create table ${table} partition of ${escapeIdentifier(parent)} ${bounds}`)
    await client.query(`alter table ${table} enable row level security, force row level security`)
  }
}

export async function readSequences(client: Client): Promise<{ name: string; lastValue: string; isCalled: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname",
  )
  const sequences = []
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${escapeIdentifier(name)}`,
    )
    if (found[0]) sequences.push({ name, ...found[0] })
  }
  return sequences
}

export type Definition = { drop: string; create: string }

/** The indexes that no constraint is made of, and the foreign keys: what is quicker made after the rows than kept up with them. */
export async function readDefinitions(client: Client): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(`
    select format('drop index %s', i.indexrelid::regclass) as drop, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as create
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition and not exists (select from pg_constraint where conindid = i.indexrelid)
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0
    order by 2`)
  return rows
}
