import type { EntityRelation } from '@vakt/contract/entity-relations.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Of the entity with this key. A kind with ` reversed` is said of the target: it stands so to the entity. */
export type RelationRow = { key: string; kind: string; targetKey: string }

/** Leaves each of the entities with these keys with these relations and no others. */
export async function replaceRelations(
  transaction: Transaction,
  customerId: string,
  { connectorId, keys, relations }: { connectorId: string | null; keys: readonly string[]; relations: readonly RelationRow[] },
): Promise<void> {
  const columns = (['key', 'kind', 'targetKey'] as const).map((column) => relations.map((row) => row[column]))
  const given = `select e.entity_id, given.kind, given.target_key
    from unnest($3::text[], $4::text[], $5::text[]) as given (key, kind, target_key)
    join entity e on e.customer_id = $1 and e.external_key = given.key and e.connector_id is not distinct from $2::uuid`
  await transaction.query(
    `with given as (${given})
     delete from entity_relation r using entity e
     where r.customer_id = $1 and e.customer_id = $1 and e.entity_id = r.entity_id and e.external_key = any($6::text[])
       and e.connector_id is not distinct from $2::uuid
       and not exists (select from given g where g.entity_id = r.entity_id and g.kind = r.kind and g.target_key = r.target_key)`,
    [customerId, connectorId, ...columns, keys],
  )
  await transaction.query(
    `insert into entity_relation (customer_id, entity_id, kind, target_key) select $1, given.* from (${given}) given on conflict do nothing`,
    [customerId, connectorId, ...columns],
  )
}

/** Undefined when the customer has no such entity. */
export async function readProperties(
  transaction: Transaction,
  customerId: string,
  entityId: string,
): Promise<{ properties: Record<string, unknown> } | undefined> {
  const { rows } = await transaction.query<{ properties: Record<string, unknown> }>({
    name: 'read-entity-properties',
    text: 'select properties from entity where customer_id = $1 and entity_id = $2',
    values: [customerId, entityId],
  })
  return rows[0]
}

type RelatedRow = { kind: string; isBack: boolean; entityId: string; name: string; type: string; total: number } & Pick<
  EntityRelation,
  'openIncidents'
>

/** Both what the entity says of others and what others say of it. */
export async function readRelated(transaction: Transaction, customerId: string, entityId: string, most: number): Promise<RelatedRow[]> {
  const { rows } = await transaction.query<RelatedRow>({
    name: 'read-related-entities',
    text: `
      with related as (
        select r.kind, false as "isBack", e.entity_id, e.name, e.type
        from entity_relation r join entity e on e.customer_id = $1 and e.external_key = r.target_key
        where r.customer_id = $1 and r.entity_id = $2
        union all
        select r.kind, true, e.entity_id, e.name, e.type
        from entity self join entity_relation r on r.customer_id = $1 and r.target_key = self.external_key
        join entity e on e.customer_id = $1 and e.entity_id = r.entity_id
        where self.customer_id = $1 and self.entity_id = $2
      ), shown as (
        select *, count(*) over ()::int as total from related order by kind, "isBack", name, entity_id limit $3
      )
      select s.kind, s."isBack", s.entity_id as "entityId", s.name, s.type, s.total, json_build_object(
        'critical', count(i.severity) filter (where severity = 'critical'), 'high', count(i.severity) filter (where severity = 'high'),
        'medium', count(i.severity) filter (where severity = 'medium'), 'low', count(i.severity) filter (where severity = 'low')) as "openIncidents"
      from shown s left join incident i on i.customer_id = $1 and i.entity_id = s.entity_id and i.state <> 'resolved'
      group by s.kind, s."isBack", s.entity_id, s.name, s.type, s.total
      order by s.kind, s."isBack", s.name, s.entity_id`,
    values: [customerId, entityId, most],
  })
  return rows
}
