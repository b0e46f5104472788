import type { sortsOfAll } from '@vakt/contract/entities/entity-order.ts'
import { type Severity, severities } from '@vakt/contract/severity.ts'
import { countEachAsJson, noneOfEachAsJson } from '#server/platform/database/count-each.ts'
import { gatherValues, type Put } from '#server/platform/database/gather-values.ts'
import { isReceivedLately } from '#server/platform/database/last-received.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { entityColumns, type ListedEntityRow } from './entity-table.ts'
import { type EntitiesOfPlace, ofFoundEntities, type PlaceFilter, placeConditions } from './find-places.ts'

export type EntityFilterForAllCustomers = PlaceFilter & {
  search?: string | undefined
  severity?: (Severity | 'good')[] | undefined
  stale?: boolean | undefined
  /** Only of these customers. */
  customer?: string[] | undefined
  /** What may be of its place, as `findEntitiesOfPlace` returns it. */
  ofPlace?: EntitiesOfPlace | undefined
}
type Sort = (typeof sortsOfAll)[number]
/** `after`: how severe, name and id of the last row of the page before. */
type Paging = { sort: Sort; after: readonly string[] | null; limit: number }

export type EntityOfCustomerRow = ListedEntityRow & { nameKey: string; weight: number; customer: { customerId: string; name: string } }

const maxWords = 20

/** As `severity_weight` of incidents has it; 0: no open incident. */
const weightOf = (severity: Severity | 'good') => (severity === 'good' ? 0 : severities.length - severities.indexOf(severity))

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function searchConditions(search: string | undefined, put: Put): string[] {
  const words = [...new Set((search ?? '').toLowerCase().split(/\s+/).filter(Boolean))].slice(0, maxWords)
  return words.map((word) => {
    const sought = put(word)
    const inTag = `exists (select from jsonb_each_text(e.tags) t where strpos(lower(t.key || '=' || t.value), ${sought}) > 0)`
    // Most entities are passed over by a look at the whole text, which has no `=` between key and value.
    const mayBeInTag = word.includes('=') ? 'true' : `strpos(lower(e.tags::text), lower(${put(JSON.stringify(word).slice(1, -1))})) > 0`
    return `(strpos(e.name_key, ${sought}) > 0 or strpos(lower(e.external_id), ${sought}) > 0 or strpos(lower(e.container_name), ${sought}) > 0
      ${isId.test(word) ? `or e.entity_id = ${sought}::uuid` : ''} or ${mayBeInTag} and ${inTag})`
  })
}

const ofCustomers = (alias: string, customer: readonly string[] | undefined, put: Put): string[] =>
  customer ? [`${alias}.customer_id = any (${put(customer)}::text[])`] : []

/** Read once: of a join the database thinks that it leaves next to nothing, and sorts all instead of reading in the order of the index. */
const isShown = '(e.customer_id, lower(e.type)) not in (select h.customer_id, unnest(h.hidden_types) from customer h)'

/** What is sought is looked at before the type, which costs more and is seldom hidden. */
function conditionsOf({ search, stale, customer, ofPlace, ...place }: EntityFilterForAllCustomers, put: Put): string[] {
  const sought = searchConditions(search, put)
  return [
    'not e.hidden',
    sought.length > 0 ? `case when ${sought.join(' and ')} then ${isShown} else false end` : isShown,
    ...(stale === undefined ? [] : [`e.stale = ${put(stale)}`]),
    ...ofCustomers('e', customer, put),
    ...placeConditions(place, put),
    ...ofFoundEntities('e', ofPlace, put),
  ]
}

const orderBy = (sort: Sort): string => `${sort === 'name' ? '' : 'weight desc, '}name_key, entity_id`

/** What is read of those with an open incident, and of those without one; null: nothing. */
type Part = string[] | null

/** Where both parts go on after the last row of the page before. */
function readParts({ severity }: EntityFilterForAllCustomers, { sort, after }: Paging, put: Put): { open: Part; good: Part } {
  const weights = severity && [...new Set(severity.map(weightOf))]
  const [weight = '', name = '', id = ''] = after ?? []
  const isAfter = () => `(e.name_key, e.entity_id) > (${put(name)}, ${put(id)}::uuid)`
  const begun = after && sort === 'severity' ? Number(weight) : null
  const wanted = () => (weights ? [`o.weight = any (${put(weights.filter((one) => one > 0))}::int[])`] : [])
  const hasOpen = begun !== 0 && (!weights || weights.some((one) => one > 0))
  const hasGood = !weights || weights.includes(0)
  return {
    open: hasOpen
      ? [
          ...wanted(),
          ...(begun === null ? (after ? [isAfter()] : []) : [`(o.weight < ${put(begun)} or o.weight = ${put(begun)} and ${isAfter()})`]),
        ]
      : null,
    good: hasGood ? (after && !begun ? [isAfter()] : []) : null,
  }
}

/**
 * One row more than the limit, so that the caller sees whether there is a next page. By severity those with an open incident come first, which are
 * few; the others follow by name, in the order of an index over all customers.
 */
export function selectEntityPage(filter: EntityFilterForAllCustomers, paging: Paging) {
  const { values, put } = gatherValues()
  const { sort, limit } = paging
  const most = Math.trunc(limit) + 1
  const ofFilter = conditionsOf(filter, put)
  const { open, good } = readParts(filter, paging, put)
  const isOpen = ["i.state <> 'resolved'", 'i.entity_id is not null', ...ofCustomers('i', filter.customer, put)]
  const parts = [
    ...(open
      ? [
          `(select e.customer_id, e.entity_id, e.name_key, o.weight, o.counts from open o cross join lateral (
              select * from entity one where one.customer_id = o.customer_id and one.entity_id = o.entity_id offset 0) e
            where ${[...ofFilter, ...open].join(' and ')} order by ${orderBy(sort).replaceAll('name_key, entity_id', 'e.name_key, e.entity_id')} limit ${most})`,
        ]
      : []),
    ...(good
      ? [
          `(select e.customer_id, e.entity_id, e.name_key, 0 as weight, ${noneOfEachAsJson(severities)} as counts from entity e
            where ${[...ofFilter, ...good, 'e.entity_id not in (select entity_id from open)'].join(' and ')}
            order by e.name_key, e.entity_id limit ${most})`,
        ]
      : []),
  ]
  return {
    text: `with open as materialized (
        select i.customer_id, i.entity_id, max(i.severity_weight)::int as weight, ${countEachAsJson('i.severity', severities)} as counts
        from incident i where ${isOpen.join(' and ')} group by i.customer_id, i.entity_id
      ), page as (select * from (${parts.join(' union all ')}) part order by ${orderBy(sort)} limit ${most}), received as materialized (
        select customer_id, ${isReceivedLately('c.customer_id')} as lately from (select distinct customer_id from page) c
      )
      select e.*, r.lately as "isReceivedLately", p.name_key as "nameKey", p.weight, p.counts as "openIncidents", json_build_object('customerId', e.customer_id,
        'name', (select c.name from customer c where c.customer_id = e.customer_id)) as customer
      from page p join (select ${entityColumns}, customer_id from entity) e on e."entityId" = p.entity_id
      join received r on r.customer_id = p.customer_id
      order by ${orderBy(sort)}`,
    values,
  }
}

export async function readEntityPageForAllCustomers(
  transaction: Transaction,
  filter: EntityFilterForAllCustomers,
  paging: Paging,
): Promise<EntityOfCustomerRow[]> {
  const { rows } = await transaction.query<EntityOfCustomerRow & { customer_id: string }>(selectEntityPage(filter, paging))
  return rows.map(({ customer_id: _, ...row }) => row)
}

const mostCustomers = 200
const mostOfCustomer = 25

/** Tags that some of the entities have, by key and value: the first by name of each customer, for up to 200 customers. */
export async function readTagsForAllCustomers(
  transaction: Transaction,
  { search, customer, limit }: { search: string; customer: string[] | undefined; limit: number },
): Promise<{ key: string; value: string }[]> {
  const { rows } = await transaction.query<{ key: string; value: string }>(
    `select distinct t.key, t.value from (
       select customer_id from customer where $2::text[] is null or customer_id = any ($2) order by customer_id limit ${mostCustomers}
     ) c cross join lateral (
       select e.tags from entity e where e.customer_id = c.customer_id order by e.name_key limit ${mostOfCustomer}
     ) e cross join jsonb_each_text(e.tags) t
     where strpos(lower(t.key || '=' || t.value), lower($1)) > 0 order by t.key, t.value limit $3`,
    [search, customer ?? null, limit],
  )
  return rows
}

/** Types or resource groups that begin with what is sought. */
export async function readValuesForAllCustomers(
  transaction: Transaction,
  { kind, search, customer, limit }: { kind: 'type' | 'resourceGroup'; search: string; customer: string[] | undefined; limit: number },
): Promise<string[]> {
  const { rows } = await transaction.query<{ value: string }>('select entity_values($1, $2, $3, $4) as value', [
    ...[kind, search, customer ?? null, limit],
  ])
  return rows.map(({ value }) => value)
}
