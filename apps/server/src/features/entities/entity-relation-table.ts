import type { EntityRelation } from '@vakt/contract/entities/entity-relations.ts'
import { severities } from '@vakt/contract/severity.ts'
import { countEachAsJson } from '#server/platform/database/count-each.ts'
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
  await transaction.query(
    `with own as materialized (
       select given.key, e.entity_id from unnest($6::text[]) as given (key)
       cross join lateral (
         select entity_id from entity where customer_id = $1 and external_key = given.key and connector_id is not distinct from $2::uuid offset 0) e
     ), wanted as materialized (
       select own.entity_id, given.kind, given.target_key
       from unnest($3::text[], $4::text[], $5::text[]) as given (key, kind, target_key) join own using (key)
     ), outdated as materialized (
       select own.entity_id, r.kind, r.target_key from own
       cross join lateral (select kind, target_key from entity_relation where customer_id = $1 and entity_id = own.entity_id offset 0) r
       where not exists (
         select from wanted w where w.entity_id = own.entity_id and w.kind = r.kind and w.target_key = r.target_key)
     ), removed as (
       delete from entity_relation r using outdated o
       where r.customer_id = $1 and r.entity_id = o.entity_id and r.kind = o.kind and r.target_key = o.target_key
     )
     insert into entity_relation (customer_id, entity_id, kind, target_key) select $1, entity_id, kind, target_key from wanted
     on conflict do nothing`,
    [customerId, connectorId, ...columns, keys],
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
      select s.kind, s."isBack", s.entity_id as "entityId", s.name, s.type, s.total,
        ${countEachAsJson('severity', severities)} as "openIncidents"
      from shown s left join incident i on i.customer_id = $1 and i.entity_id = s.entity_id and i.state <> 'resolved'
      group by s.kind, s."isBack", s.entity_id, s.name, s.type, s.total
      order by s.kind, s."isBack", s.name, s.entity_id`,
    values: [customerId, entityId, most],
  })
  return rows
}
