import type { Transaction } from '#server/platform/database/transaction.ts'

/** An entity as it is written: cleaned, with its key. */
export type EntityToSave = {
  key: string
  externalId: string
  name: string
  hostName: string
  type: string
  subtype: string | null
  region: string | null
  resourceGroup: string | null
  containerId: string | null
  containerName: string | null
  status: string | null
  nativeKey: string | null
  tags: Record<string, string>
  properties: Record<string, unknown> | null
}

/** Who says so: the connector, and the run in which it did. */
export type SavedBy = { connectorId: string; runId: string; kind: string; now: Date }

export type SavedCounts = {
  added: number
  changed: number
  returned: number
  /** Seen, but another connector says what they are like. */
  kept: number
}

/** Savings of one customer wait for each other, for the length of one portion: two connectors may bring the same entity. */
export async function lockEntities(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('entities ' || $1, 0))", [customerId])
}

/** With what is said of it, as JSON and in short. */
export type PreparedEntity = { entity: EntityToSave; json: string; said: string }

// `offset 0` keeps each look-up a look-up: a table that grows by the thousands has outdated statistics, with which a join of it may
// read all of it once for each row.
const seenStatement = `
  with same as materialized (
    select g.key, g.said, s.entity_id from unnest($2::text[], $3::text[]) as g (key, said)
    cross join lateral (
      select entity_id from entity where customer_id = $1 and external_key = g.key and connector_id = $4 and not stale offset 0) e
    cross join lateral (
      select s.entity_id from connector_entity s where s.connector_id = $4 and s.entity_id = e.entity_id and s.said = g.said offset 0) s
  ), seen as (
    insert into connector_entity (customer_id, connector_id, entity_id, run_id, said) select $1, $4, entity_id, $5, said from same
    on conflict (connector_id, entity_id) do update set run_id = excluded.run_id, missed_runs = 0
  )
  select key from same`

/** Marks as seen what is still as this connector said of it before, and returns the keys. */
export async function passUnchanged(
  transaction: Transaction,
  customerId: string,
  prepared: readonly PreparedEntity[],
  { connectorId, runId }: SavedBy,
): Promise<Set<string>> {
  const { rows } = await transaction.query<{ key: string }>({
    name: 'pass-unchanged-entities',
    text: seenStatement,
    values: [customerId, prepared.map(({ entity }) => entity.key), prepared.map(({ said }) => said), connectorId, runId],
  })
  return new Set(rows.map(({ key }) => key))
}

const moveStatement = `
  with fresh as materialized (
    select g.* from unnest($2::text[], $6::text[], $7::text[], $8::text[]) as g (key, new_id, native_key, type)
    where not exists (select from entity x where x.customer_id = $1 and x.external_key = g.key offset 0)
  ), moving as materialized (
    select distinct on (g.key) e.entity_id, e.external_id as old_id, g.new_id, g.key
    from fresh g cross join lateral (
      select * from entity where customer_id = $1 and native_key = g.native_key and type = g.type and connector_id = $3 offset 0) e
    where not exists (select from connector_entity s where s.entity_id = e.entity_id and s.run_id = $4 offset 0)
    order by g.key, e.stale, e.modified_at desc
  ), moved as (
    update entity e set external_id = m.new_id, external_key = m.key, modified_at = $5 from moving m where e.entity_id = m.entity_id
  )
  insert into entity_history (customer_id, entity_id, run_id, at, kind, field, before, after)
  select $1, entity_id, $4, $5, 'changed', 'externalId', to_jsonb(old_id), to_jsonb(new_id) from moving
  returning entity_id as "entityId"`

/** What was moved elsewhere in its cloud has another id there, and stays the same entity here. Not what this run has seen at its old place. */
export async function moveEntities(
  transaction: Transaction,
  customerId: string,
  prepared: readonly PreparedEntity[],
  { connectorId, runId, now }: SavedBy,
): Promise<string[]> {
  const movable = prepared.flatMap(({ entity }) => (entity.nativeKey === null ? [] : [entity]))
  if (movable.length === 0) return []
  const columns = (['externalId', 'nativeKey', 'type'] as const).map((column) => movable.map((entity) => entity[column]))
  const { rows } = await transaction.query<{ entityId: string }>({
    text: moveStatement,
    values: [customerId, movable.map(({ key }) => key), connectorId, runId, now, ...columns],
  })
  return rows.map(({ entityId }) => entityId)
}

const saveStatement = `
  with given as materialized (
    select * from jsonb_to_recordset($2::jsonb) as g (
      "key" text, "externalId" text, name text, "hostName" text, type text, subtype text, region text, "resourceGroup" text,
      "containerId" text, "containerName" text, status text, "nativeKey" text, tags jsonb, properties jsonb)
  ), known as materialized (
    select g."key", g."externalId", g.name, g."hostName", g.type, g.subtype, g.region, g."resourceGroup", g."containerId", g."containerName",
      g.status, g."nativeKey", g.tags, coalesce(nullif(g.properties, 'null'), e.properties) as properties, e.entity_id, e.stale as was_stale, e.name as old_name, e.type as old_type, e.subtype as old_subtype, e.region as old_region,
      e.resource_group as old_group, e.container_id as old_container, e.container_name as old_container_name, e.status as old_status,
      e.source as old_source, e.tags as old_tags, e.properties as old_properties, e.connector_id as old_connector,
      e.connector_id is null or e.connector_id = $3 or not exists (
        select from connector_entity s where s.connector_id = e.connector_id and s.entity_id = e.entity_id and s.missed_runs < 2
        offset 0) as is_ours
    from given g cross join lateral (select * from entity where customer_id = $1 and external_key = g.key offset 0) e
  ), differences as materialized (
    select k.entity_id, d.* from known k cross join lateral (
      select field, before, after from (values
        ('name', to_jsonb(k.old_name), to_jsonb(k.name)),
        ('type', to_jsonb(k.old_type), to_jsonb(k.type)),
        ('subtype', to_jsonb(k.old_subtype), to_jsonb(k.subtype)),
        ('region', to_jsonb(k.old_region), to_jsonb(k.region)),
        ('containerId', to_jsonb(k.old_container), to_jsonb(k."containerId")),
        ('containerName', to_jsonb(k.old_container_name), to_jsonb(k."containerName")),
        ('status', to_jsonb(k.old_status), to_jsonb(k.status)),
        ('source', to_jsonb(k.old_source), to_jsonb($6::text))
      ) as field (field, before, after) where before is distinct from after
      union all
      select 'resourceGroup', to_jsonb(k.old_group), to_jsonb(k."resourceGroup") where lower(k.old_group) is distinct from lower(k."resourceGroup")
      union all
      select 'tags.' || key, was.value, is_now.value from jsonb_each(k.old_tags) was full join jsonb_each(k.tags) is_now using (key)
      where k.old_tags <> k.tags and was.value is distinct from is_now.value
      union all
      select 'properties.' || key, was.value, is_now.value
      from jsonb_each(k.old_properties) was full join jsonb_each(k.properties) is_now using (key)
      where k.old_properties <> k.properties and was.value is distinct from is_now.value
    ) d where k.is_ours
  ), written as (
    update entity e set
      stale = false, stale_since = null, modified_at = $5,
      name = case when k.is_ours then k.name else e.name end,
      host_name = case when k.is_ours then k."hostName" else e.host_name end,
      type = case when k.is_ours then k.type else e.type end,
      subtype = case when k.is_ours then k.subtype else e.subtype end,
      region = case when k.is_ours then k.region else e.region end,
      resource_group = case when k.is_ours then k."resourceGroup" else e.resource_group end,
      container_id = case when k.is_ours then k."containerId" else e.container_id end,
      container_name = case when k.is_ours then k."containerName" else e.container_name end,
      status = case when k.is_ours then k.status else e.status end,
      native_key = case when k.is_ours then k."nativeKey" else e.native_key end,
      tags = case when k.is_ours then k.tags else e.tags end,
      properties = case when k.is_ours then k.properties else e.properties end,
      source = case when k.is_ours then $6 else e.source end,
      connector_id = case when k.is_ours then $3 else e.connector_id end
    from known k
    where e.entity_id = k.entity_id and (k.was_stale or (k.is_ours and (
      k.old_connector is distinct from $3 or k.entity_id in (select entity_id from differences))))
  ), created as (
    insert into entity (customer_id, external_id, external_key, name, host_name, type, subtype, region, resource_group, container_id,
      container_name, status, native_key, tags, properties, source, connector_id, created_at, modified_at)
    select $1, g."externalId", g.key, g.name, g."hostName", g.type, g.subtype, g.region, g."resourceGroup", g."containerId",
      g."containerName", g.status, g."nativeKey", g.tags, coalesce(nullif(g.properties, 'null'), '{}'), $6, $3, $5, $5
    from given g where not exists (select from known k where k.key = g.key)
    returning entity_id, external_key as key
  ), noted as (
    insert into entity_history (customer_id, entity_id, run_id, at, kind, field, before, after)
    select $1, entity_id, $4::uuid, $5::timestamptz, 'added', null, null::jsonb, null::jsonb from created
    union all select $1, entity_id, $4, $5, 'changed', field, before, after from differences
    union all select $1, entity_id, $4, $5, 'returned', null, null, null from known where was_stale
  ), seen as (
    insert into connector_entity (customer_id, connector_id, entity_id, run_id, said)
    select $1, $3, entity_id, $4, w.said
    from (select entity_id, key from known where is_ours union all select entity_id, key from created) as ours
      join unnest($7::text[], $8::text[]) as w (key, said) using (key)
    union all select $1, $3, entity_id, $4, null from known where not is_ours
    on conflict (connector_id, entity_id) do update set run_id = excluded.run_id, missed_runs = 0, said = excluded.said
  )
  select (select count(*) from created)::int as added,
    (select coalesce(array_agg(distinct entity_id), '{}') from differences) as "changedIds",
    (select count(*) from known where was_stale)::int as returned,
    (select count(*) from known where not is_ours)::int as kept`

/** Keys must differ. Anyone who wants to save locks first. */
export async function writeEntities(
  transaction: Transaction,
  customerId: string,
  prepared: readonly PreparedEntity[],
  { connectorId, runId, kind, now }: SavedBy,
): Promise<Omit<SavedCounts, 'changed'> & { changedIds: string[] }> {
  const json = `[${prepared.map((each) => each.json).join(',')}]`
  const { rows } = await transaction.query<Omit<SavedCounts, 'changed'> & { changedIds: string[] }>({
    text: saveStatement,
    values: [customerId, json, connectorId, runId, now, kind, prepared.map(({ entity }) => entity.key), prepared.map(({ said }) => said)],
  })
  if (!rows[0]) throw new Error('The entities were not saved.')
  return rows[0]
}
