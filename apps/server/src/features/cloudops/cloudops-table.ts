import type { CloudOpsCalendar, CloudOpsPricing, CloudOpsState, CloudOpsVersion } from '@vakt/contract/cloudops.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { defaultTerms } from './price-table.ts'

export type VersionRow = Omit<CloudOpsVersion, 'validFrom'> & { validFrom: Date }

/** Without one where an earlier release wrote it: see `keepCurrencyOfVersions`. */
const currencyOfVersion = `coalesce(v.currency, (select t.currency from cloudops_terms t where t.customer_id = v.customer_id),
  '${defaultTerms.currency}')`

const versionColumns = `v.version, v.valid_from as "validFrom", v.state, v.description, v.calendar, v.pricing, ${currencyOfVersion} as currency,
  v.changed_by as "changedBy", v.reason`

export type ServedEntity = { name: string; type: string; isGone: boolean; timeZone: string }

/** The resource as the service needs it, locked against being removed until the transaction ends; undefined: the customer has none with this id. */
export async function readServedEntity(transaction: Transaction, customerId: string, entityId: string): Promise<ServedEntity | undefined> {
  const { rows } = await transaction.query<ServedEntity>(
    `select e.name, e.type, e.stale as "isGone", c.time_zone as "timeZone" from entity e join customer c using (customer_id)
     where e.customer_id = $1 and e.entity_id = $2`,
    [customerId, entityId],
  )
  return rows[0]
}

/** The latest first. */
export async function readVersions(
  transaction: Transaction,
  customerId: string,
  entityId: string,
  { limit }: { limit: number },
): Promise<VersionRow[]> {
  const { rows } = await transaction.query<VersionRow>(
    `select ${versionColumns} from cloudops_version v where v.customer_id = $1 and v.entity_id = $2 order by v.version desc limit $3`,
    [customerId, entityId, limit],
  )
  return rows
}

/** The number of the version in force, 0 where there is none; locked until the transaction ends. */
export async function lockService(transaction: Transaction, customerId: string, entityId: string): Promise<number> {
  await transaction.query('insert into cloudops_service (customer_id, entity_id, version) values ($1, $2, 0) on conflict do nothing', [
    customerId,
    entityId,
  ])
  const { rows } = await transaction.query<{ version: number }>(
    'select version from cloudops_service where customer_id = $1 and entity_id = $2 for update',
    [customerId, entityId],
  )
  return rows[0]?.version ?? 0
}

export type NewVersion = {
  version: number
  validFrom: Date
  state: CloudOpsState
  description: string
  calendar: CloudOpsCalendar
  pricing: CloudOpsPricing
  currency: string
  changedBy: string
  reason: CloudOpsVersion['reason']
}

/** The service must be locked. */
export async function insertVersion(transaction: Transaction, customerId: string, entityId: string, added: NewVersion): Promise<void> {
  await transaction.query('update cloudops_service set version = $3 where customer_id = $1 and entity_id = $2', [
    customerId,
    entityId,
    added.version,
  ])
  await transaction.query(
    `insert into cloudops_version (customer_id, entity_id, version, valid_from, state, description, calendar, pricing, currency, changed_by, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      customerId,
      entityId,
      added.version,
      added.validFrom,
      added.state,
      added.description,
      JSON.stringify(added.calendar),
      JSON.stringify(added.pricing),
      added.currency,
      added.changedBy,
      added.reason,
    ],
  )
}

export type PastVersion = {
  entityId: string
  entityName: string
  entityType: string
  state: CloudOpsState
  from: Date
  /** Null: in force. */
  to: Date | null
  calendar: CloudOpsCalendar
  pricing: CloudOpsPricing
}

/** What was active at any moment between the two, by the name of the resource and then in order; nothing since the customer was closed. */
export async function readActiveVersions(
  transaction: Transaction,
  customerId: string,
  { from, to }: { from: Date; to: Date },
): Promise<PastVersion[]> {
  const { rows } = await transaction.query<PastVersion>(
    `select v.entity_id as "entityId", e.name as "entityName", e.type as "entityType", v.state, v.valid_from as "from",
       least(v.ends_at, c.closed_at) as "to", v.calendar, v.pricing
     from (select *, lead(valid_from) over (partition by entity_id order by version) as ends_at from cloudops_version where customer_id = $1) v
     join entity e on e.customer_id = $1 and e.entity_id = v.entity_id
     left join closed_customer c on c.customer_id = $1
     where v.state = 'active' and v.valid_from < $3
       and coalesce(least(v.ends_at, c.closed_at), 'infinity') > greatest($2, v.valid_from)
     order by e.name, v.entity_id, v.version`,
    [customerId, from, to],
  )
  return rows
}

/** The services that are active on these resources, as their last versions say. */
export async function readActiveCalendars(
  transaction: Transaction,
  customerId: string,
  entityIds: readonly string[],
): Promise<{ entityId: string; calendar: CloudOpsCalendar }[]> {
  const { rows } = await transaction.query<{ entityId: string; calendar: CloudOpsCalendar }>({
    name: 'read-active-cloudops',
    text: `select s.entity_id as "entityId", v.calendar from cloudops_service s join cloudops_version v using (customer_id, entity_id, version)
           where s.customer_id = $1 and s.entity_id = any($2) and v.state = 'active'`,
    values: [customerId, entityIds],
  })
  return rows
}

/** Whether any resource has a service that is switched on. */
export async function hasActiveServices(transaction: Transaction, customerId: string): Promise<boolean> {
  const { rows } = await transaction.query({
    name: 'has-active-cloudops',
    text: `select from cloudops_service s join cloudops_version v using (customer_id, entity_id, version)
           where s.customer_id = $1 and v.state = 'active' limit 1`,
    values: [customerId],
  })
  return rows.length > 0
}

/** Before the customer gets another currency: the prices of versions that an earlier release wrote are in this one. */
export async function keepCurrencyOfVersions(transaction: Transaction, customerId: string, currency: string): Promise<void> {
  await transaction.query('update cloudops_version set currency = $2 where customer_id = $1 and currency is null', [customerId, currency])
}

/** Whether an active service has a price, although it may have no active hour for months. */
export async function hasActivePrices(transaction: Transaction, customerId: string): Promise<boolean> {
  const { rows } = await transaction.query(
    `select from cloudops_service s join cloudops_version v using (customer_id, entity_id, version)
     where s.customer_id = $1 and v.state = 'active'
       and coalesce((v.pricing ->> 'hourlyMinor')::float8, (v.pricing ->> 'monthlyMinor')::float8, 0) > 0 limit 1`,
    [customerId],
  )
  return rows.length > 0
}

/** A resource that is gone although its service is active, or is back; `since` when, and why the service ends or resumes by that. */
export type FollowedResource = { customerId: string; entityId: string; name: string; reason: CloudOpsVersion['reason']; since: Date }

const isElsewhere = 'exists (select from entity o where o.external_key = e.external_key and o.customer_id <> e.customer_id and not o.stale)'

/**
 * Resources whose active service is to end as they are gone, by turns between the customers, and those that are back at the customer at which
 * their service ended for that.
 */
export async function readFollowedResourcesForAllCustomers(
  transaction: Transaction,
  { limit, now }: { limit: number; now: Date },
): Promise<FollowedResource[]> {
  const { rows } = await transaction.query<FollowedResource>(
    `select s.customer_id as "customerId", s.entity_id as "entityId", e.name, coalesce(e.stale_since, $2) as since,
       case when not e.stale then 'resource_back' when ${isElsewhere} then 'resource_moved'
         when e.connector_id is null then 'connector_removed' else 'resource_gone' end as reason
     from cloudops_service s join cloudops_version v using (customer_id, entity_id, version) join entity e using (customer_id, entity_id)
     where (v.state = 'active' and e.stale) or (v.state = 'off' and v.reason in ('resource_gone', 'connector_removed') and not e.stale
       and not ${isElsewhere} and not exists (select from closed_customer c where c.customer_id = s.customer_id))
     order by row_number() over (partition by s.customer_id order by s.entity_id) limit $1`,
    [limit, now],
  )
  return rows
}

/** The users of these customers with a role by which they may change the service. */
export async function readLookingAfterForAllCustomers(transaction: Transaction, customerIds: readonly string[]): Promise<string[]> {
  const { rows } = await transaction.query<{ userId: string }>(
    `select u.user_id as "userId" from app_user u where u.customer_id = any ($1) and u.disabled_at is null and exists (
       select from customer_role_feature f where f.customer_id = u.customer_id and f.role = any (u.roles || u.identity_roles)
         and '@feature.myenvironment.write' = any (f.features))`,
    [customerIds],
  )
  return rows.map(({ userId }) => userId)
}
