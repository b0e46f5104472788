import type { Customer, RoleFeatureMapping } from '@vakt/contract/customers/customers.ts'
import { severities } from '@vakt/contract/severity.ts'
import type { ListedCustomer } from '@vakt/contract/users/administration.ts'
import type { OwnStaffRole } from '@vakt/contract/users/session.ts'
import { withImplied } from '@vakt/domain/access.ts'
import { countEachAsJson } from '#server/platform/database/count-each.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type CustomerRow = Customer & {
  ticketVisibility: 'all' | 'own'
  timeZone: string
  isClosed: boolean
  /** Of the provider: the roles that it has made for its staff. */
  ownRoles: OwnStaffRole[]
}

export type StoredCustomer = Omit<CustomerRow, 'role_feature_mappings' | 'ownRoles'> & {
  role_feature_mappings: RoleFeatureMapping[] | null
  ownRoles: OwnStaffRole[] | null
}

export const customers = `select customer_id, name as customer_name, enabled_features as "enabledFeatures",
             ignores_global_admin_mapping as "ignoresGlobalAdminMapping", tag_keys as "tagKeys", customer_priority as "customerPriority", is_provider as "isProvider",
             ticket_visibility as "ticketVisibility", time_zone as "timeZone",
             exists (select from closed_customer d where d.customer_id = c.customer_id) as "isClosed",
             (select json_agg(json_build_object('role', role, 'features', features) order by role)
              from customer_role_feature m where m.customer_id = c.customer_id) as role_feature_mappings,
             (select json_agg(json_build_object('role', role, 'name', json_build_object('en', name_en, 'sv', name_sv), 'features', features))
              from staff_role s where s.customer_id = c.customer_id) as "ownRoles"
           from customer c`

export const presentStored = (row: StoredCustomer | undefined): CustomerRow | undefined =>
  row && {
    ...row,
    role_feature_mappings: row.role_feature_mappings ?? [],
    // A role may name a right of another release.
    ownRoles: (row.ownRoles ?? []).map((own) => ({ ...own, features: withImplied(own.features) })),
  }

/** A customer with its mappings, or undefined when it is not there (or not for this transaction). */
export async function readCustomer(transaction: Transaction, customerId: string): Promise<CustomerRow | undefined> {
  const statement = { name: 'read-customer', text: `${customers} where customer_id = $1`, values: [customerId] }
  return presentStored((await transaction.query<StoredCustomer>(statement)).rows[0])
}

type Page = { q: string | undefined; after: readonly string[] | null; limit: number }
const named = (alias: string) => `($1::text is null or strpos(lower(${alias}.name), lower($1)) > 0 or ${alias}.customer_id = $1)
       and ($2::text is null or (${alias}.name, ${alias}.customer_id) > ($2, $3))
     order by ${alias}.name, ${alias}.customer_id limit $4`
const valuesOf = ({ q, after, limit }: Page) => [q?.trim() || null, after?.[0], after?.[1], limit + 1]

/** One row more than the limit, so that the caller sees whether there is a next page. Without those that are closed. */
export async function readCustomerPageForAllCustomers(transaction: Transaction, page: Page): Promise<ListedCustomer[]> {
  const { rows } = await transaction.query<ListedCustomer>(
    `select c.customer_id as "customerId", c.name, c.is_provider as "isProvider", i.counts as "openIncidents",
       exists (select from entity where customer_id = c.customer_id) or exists (select from connector where customer_id = c.customer_id)
         or exists (select from monitoring_source where customer_id = c.customer_id and revoked_at is null)
         or exists (select from alert where customer_id = c.customer_id) as "isConnected", null as closing, null as erased
     from customer c cross join lateral (
       select ${countEachAsJson('severity', severities)} as counts
       from incident where customer_id = c.customer_id and state <> 'resolved'
     ) i
     where ${ofOpenCustomer('c.customer_id')} and ${named('c')}`,
    valuesOf(page),
  )
  return rows
}

const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const closed = `
  select d.customer_id, c.name, json_build_object('at', ${moment('d.closed_at')}, 'by', d.closed_by, 'erasesAt', ${moment('d.erases_at')},
      'reason', d.term_reason, 'erasing', case when d.erasing_since is not null
        then json_build_object('since', ${moment('d.erasing_since')}, 'by', d.erasing_by) end) as closing, null::json as erased
    from closed_customer d join customer c using (customer_id)
  union all
  select customer_id, name, json_build_object('at', ${moment('closed_at')}, 'by', closed_by, 'erasesAt', null, 'reason', null, 'erasing', null),
      json_build_object('at', ${moment('erased_at')}, 'by', erased_by)
    from erased_customer`

/** As `readCustomerPageForAllCustomers`, of those that are closed or were erased. */
export async function readClosedPageForAllCustomers(transaction: Transaction, page: Page): Promise<ListedCustomer[]> {
  const { rows } = await transaction.query<ListedCustomer>(
    `select c.customer_id as "customerId", c.name, false as "isProvider", false as "isConnected",
       json_build_object(${severities.map((severity) => `'${severity}', 0`).join(', ')}) as "openIncidents", c.closing, c.erased
     from (${closed}) c where ${named('c')}`,
    valuesOf(page),
  )
  return rows
}
