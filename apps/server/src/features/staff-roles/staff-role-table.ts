import type { FeatureKey } from '@vakt/contract/features.ts'
import { type AdministeredStaffRole, namedHolders } from '@vakt/contract/users/staff-roles.ts'
import { withImplied } from '@vakt/domain/access.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** People who were forgotten have no rights any more; what an identity provider said of someone disabled is read again when they come back. */
const holders = `
  from app_user u where u.customer_id = s.customer_id and u.forgotten_at is null
    and (s.role = any(u.roles) or u.disabled_at is null and s.role = any(u.identity_roles))`
const columns = `s.role, json_build_object('en', s.name_en, 'sv', s.name_sv) as name, s.description, s.features, s.version,
  json_build_object(
    'people', (select count(*)::int ${holders}),
    'names', array(select u.name ${holders} order by u.name, u.user_id limit ${namedHolders}),
    'invitations', (select count(*)::int from invitation i where i.customer_id = s.customer_id and s.role = any(i.roles)
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > $2),
    'isWelcomeRole', exists (select from customer c where c.customer_id = s.customer_id and c.welcome_role = s.role)) as holders`

/** A role may name a right of another release: it is left out. */
const present = (row: AdministeredStaffRole): AdministeredStaffRole => ({ ...row, features: withImplied(row.features) })

export async function readStaffRoles(transaction: Transaction, customerId: string, now: Date): Promise<AdministeredStaffRole[]> {
  const { rows } = await transaction.query<AdministeredStaffRole>(
    `select ${columns} from staff_role s where s.customer_id = $1 order by coalesce(nullif(s.name_en, ''), s.name_sv), s.role`,
    [customerId, now],
  )
  return rows.map(present)
}

export async function readStaffRole(
  transaction: Transaction,
  customerId: string,
  role: string,
  now: Date,
): Promise<AdministeredStaffRole | undefined> {
  const { rows } = await transaction.query<AdministeredStaffRole>(
    `select ${columns} from staff_role s where s.customer_id = $1 and s.role = $3`,
    [customerId, now, role],
  )
  return rows[0] && present(rows[0])
}

/** Changes of roles, and of who has them, come one after another. */
export async function lockRolesOf(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query('select from customer where customer_id = $1 for no key update', [customerId])
}

export type WrittenRole = { name: { en: string; sv: string }; description: string; features: FeatureKey[] }

export async function insertStaffRole(transaction: Transaction, customerId: string, role: string, wanted: WrittenRole): Promise<void> {
  await transaction.query(
    'insert into staff_role (customer_id, role, name_en, name_sv, description, features) values ($1, $2, $3, $4, $5, $6)',
    [customerId, role, wanted.name.en, wanted.name.sv, wanted.description, wanted.features],
  )
}

export async function updateStaffRole(transaction: Transaction, customerId: string, role: string, wanted: WrittenRole): Promise<void> {
  await transaction.query(
    `update staff_role set name_en = $3, name_sv = $4, description = $5, features = $6, version = version + 1
     where customer_id = $1 and role = $2`,
    [customerId, role, wanted.name.en, wanted.name.sv, wanted.description, wanted.features],
  )
}

export async function deleteStaffRole(transaction: Transaction, customerId: string, role: string): Promise<void> {
  await transaction.query('delete from staff_role where customer_id = $1 and role = $2', [customerId, role])
}
