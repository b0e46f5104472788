import type { ContactRule, DailyHours } from '@vakt/contract/contact-rules.ts'
import type { Customer, RoleFeatureMapping } from '@vakt/contract/customers/customers.ts'
import type { FeatureKey } from '@vakt/contract/features.ts'
import { globalAdminRole, ownRolePrefix, staffRoles } from '@vakt/contract/features.ts'
import type { NotificationKind } from '@vakt/contract/notifications/notifications.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import {
  featuresElsewhere,
  featuresOf,
  featuresOfStaffRoles,
  isAdministratorWith,
  isGlobalAdmin,
  withinResourceLimit,
} from '@vakt/domain/access.ts'
import type { Choice, Reader } from '@vakt/domain/notification-reader.ts'
import type { ResourceLimit } from '#server/platform/context.ts'
import { countingRolesOf, ownRolesOf } from '#server/platform/database/own-roles.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { StoppableContact } from './stop-link.ts'

/** Who a delivery goes to. */
export type Recipient = {
  /** Null of someone without an account. */
  userId: string | null
  customerId: string
  name: string
  /** Null of one who is reached in another way. */
  email: string | null
  language: Language
  /** Of the times in what is written to them. */
  timeZone: string
  quietHours?: DailyHours | null
  /** Someone without an account, as a contact for incidents. */
  contact?: StoppableContact
}

export type Person = Recipient & {
  userId: string
  email: string
  roles: string[]
  ownRoles: RoleFeatureMapping[]
  /** Of the provider's staff; `isStaffOf` says whether of a customer. */
  isStaff: boolean
  staffCustomers: string[] | null
  /** The resources of their customer that they are limited to; null of staff, too. */
  resourceLimit: ResourceLimit | null
  isDisabled: boolean
  /** Confirmed by its owner, in E.164. */
  phoneNumber: string | null
  seesOwnTicketsOnly: boolean
  chosen: Map<NotificationKind, Choice>
  /** Of which severities they chose to be mailed about incidents, or not to. */
  incidentMail: Map<Severity, boolean>
  contactRules: ContactRule[]
  quietHours: DailyHours | null
}

type PersonRow = Omit<Person, 'chosen' | 'incidentMail'> & {
  chosen: (Choice & { kind: NotificationKind })[] | null
  incidentMail: { severity: Severity; byMail: boolean }[] | null
}

const rolesOfProvider = [globalAdminRole, ...staffRoles].map((role) => `'${role}'`).join(', ')
const isStaff = `(c.is_provider and staff_reaches(${countingRolesOf('u')}, u.staff_customers, null))`

const personColumns = `u.user_id as "userId", u.customer_id as "customerId", u.name, u.email, coalesce(u.preferred_language, c.mail_language) as language,
  coalesce(u.time_zone, c.time_zone) as "timeZone",
  array(select distinct role from unnest(u.roles || u.identity_roles) as role where (role not in (${rolesOfProvider}) and not role ^@ '${ownRolePrefix}') or c.is_provider) as roles,
  ${ownRolesOf('u')} as "ownRoles",
  ${isStaff} as "isStaff", u.staff_customers as "staffCustomers", case when not ${isStaff} then u.resource_limit end as "resourceLimit", u.disabled_at is not null as "isDisabled",
  (select n.number from phone_number n where n.customer_id = u.customer_id and n.user_id = u.user_id and n.confirmed_at is not null) as "phoneNumber",
  c.ticket_visibility = 'own' and not ${isStaff} as "seesOwnTicketsOnly",
  (select json_agg(json_build_object('kind', p.kind, 'byMail', p.by_mail, 'inPortal', p.in_portal, 'fromSeverity', p.from_severity))
   from notification_preference p where p.customer_id = u.customer_id and p.user_id = u.user_id) as chosen,
  (select json_agg(json_build_object('severity', m.severity, 'byMail', m.by_mail))
   from incident_mail_choice m where m.customer_id = u.customer_id and m.user_id = u.user_id) as "incidentMail",
  (select c.quiet_hours from contact_preference c where c.customer_id = u.customer_id and c.user_id = u.user_id) as "quietHours",
  coalesce((select c.rules from contact_preference c where c.customer_id = u.customer_id and c.user_id = u.user_id), '[]') as "contactRules"`

const toPerson = (row: PersonRow): Person => ({
  ...row,
  chosen: new Map((row.chosen ?? []).map(({ kind, ...channels }) => [kind, channels])),
  incidentMail: new Map((row.incidentMail ?? []).map(({ severity, byMail }) => [severity, byMail])),
})

/** Who may be concerned, besides all staff: users named by id or address, and users of these customers who chose such notices. */
export type Wanted = {
  userIds: string[]
  customerIds: string[]
  emails: string[]
  /** Kinds of notices: those who chose one of them are meant. */
  chosenKinds?: readonly NotificationKind[]
  /** Those who chose to be mailed about incidents of a severity, too. */
  choosesIncidentMail?: boolean
}

export async function findPeople(
  transaction: Transaction,
  { userIds, customerIds, emails, chosenKinds = [], choosesIncidentMail = false }: Wanted,
): Promise<Person[]> {
  const { rows } = await transaction.query<PersonRow>(
    `select ${personColumns} from app_user u join customer c on c.customer_id = u.customer_id
     where u.disabled_at is null and (
       u.user_id = any($1::uuid[])
       or ${isStaff}
       or (u.customer_id = any($2) and (lower(u.email) = any($3) or exists (
         select from notification_preference p where p.customer_id = u.customer_id and p.user_id = u.user_id
           and p.kind = any($4) and (p.by_mail or p.in_portal))
         or ($5 and exists (select from incident_mail_choice m where m.customer_id = u.customer_id and m.user_id = u.user_id and m.by_mail)))))`,
    [userIds, customerIds, emails, chosenKinds, choosesIncidentMail],
  )
  return rows.map(toPerson)
}

/** Whether someone is of the staff that sees this customer. */
export const isStaffOf = (person: Pick<Person, 'isStaff' | 'roles' | 'staffCustomers'>, customerId: string): boolean =>
  person.isStaff && (isGlobalAdmin(person) || person.staffCustomers === null || person.staffCustomers.includes(customerId))

const seesIncidents = (person: Person) => isGlobalAdmin(person) || featuresOfStaffRoles(person).includes('@feature.overview.read')

/** All who work for the provider at this customer and may see its incidents. */
export const findStaff = async (transaction: Transaction, customerId: string): Promise<Person[]> =>
  (await findPeople(transaction, { userIds: [], customerIds: [], emails: [] })).filter(
    (person) => isStaffOf(person, customerId) && seesIncidents(person),
  )

export async function findPersons(transaction: Transaction, userIds: string[]): Promise<Person[]> {
  const { rows } = await transaction.query<PersonRow>(
    `select ${personColumns} from app_user u join customer c on c.customer_id = u.customer_id where u.user_id = any($1::uuid[])`,
    [userIds],
  )
  return rows.map(toPerson)
}

type Rules = Pick<Customer, 'enabledFeatures' | 'ignoresGlobalAdminMapping' | 'role_feature_mappings'>

/** What roles allow at each of these customers. */
async function readAccessRulesForAllCustomers(transaction: Transaction, customerIds: string[]): Promise<Map<string, Rules>> {
  const { rows } = await transaction.query<Rules & { customerId: string }>(
    `select customer_id as "customerId", enabled_features as "enabledFeatures", ignores_global_admin_mapping as "ignoresGlobalAdminMapping",
       coalesce((select json_agg(json_build_object('role', role, 'features', features)) from customer_role_feature m
         where m.customer_id = c.customer_id), '[]') as role_feature_mappings
     from customer c where customer_id = any($1)`,
    [customerIds],
  )
  return new Map(rows.map((row) => [row.customerId, row]))
}

function featuresAt(person: Person, customerId: string, rule: Rules | undefined): ReadonlySet<FeatureKey> {
  if (!rule || (person.isStaff && !isStaffOf(person, customerId))) return new Set()
  const features = (person.isStaff && person.customerId !== customerId ? featuresElsewhere : featuresOf)(person, rule)
  return person.resourceLimit ? withinResourceLimit(features) : features
}

/** What a user may see at each of these customers, and what they chose, as of this transaction. */
export async function createReaderOf(
  transaction: Transaction,
  customerIds: string[],
): Promise<(person: Person, customerId: string) => Reader> {
  const rules = await readAccessRulesForAllCustomers(transaction, [...new Set(customerIds)])
  const known = new Map<string, Reader>()
  return (person, customerId) => {
    const key = `${person.userId} ${customerId}`
    const rule = rules.get(customerId)
    const features = featuresAt(person, customerId, rule)
    const reader: Reader = known.get(key) ?? {
      userId: person.userId,
      isStaff: isStaffOf(person, customerId),
      isGlobalAdmin: isGlobalAdmin(person),
      isDisabled: person.isDisabled,
      seesOwnTicketsOnly: person.seesOwnTicketsOnly,
      belongsToCustomer: person.customerId === customerId,
      features,
      chosen: person.chosen,
      incidentMail: person.incidentMail,
      isAdministrator: person.customerId === customerId && rule !== undefined && isAdministratorWith(features, rule),
    }
    known.set(key, reader)
    return reader
  }
}
