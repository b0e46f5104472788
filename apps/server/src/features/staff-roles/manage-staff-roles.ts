import { ownRolePrefix } from '@vakt/contract/features.ts'
import { type AdministeredStaffRole, mostStaffRoles, type NewStaffRole, type StaffRoleChange } from '@vakt/contract/users/staff-roles.ts'
import { withImplied } from '@vakt/domain/access.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  deleteStaffRole,
  insertStaffRole,
  lockRolesOf,
  readStaffRole,
  readStaffRoles,
  updateStaffRole,
  type WrittenRole,
} from './staff-role-table.ts'

/** The provider is the customer of its administrators, who alone may call this. */
function providerOf({ caller }: CallContext): string {
  if (!caller) throw new NotSignedIn()
  return caller.customerId
}

export async function listStaffRoles(context: CallContext): Promise<AdministeredStaffRole[]> {
  const providerId = providerOf(context)
  return inTransaction(context, providerId, (transaction) => readStaffRoles(transaction, providerId, context.now))
}

function readWanted({ name, description, features }: Pick<NewStaffRole, 'name' | 'description' | 'features'>): WrittenRole {
  const [en, sv] = [name.en.trim(), name.sv.trim()]
  if (!en && !sv) throw Invalid.field('name.en', 'Give the role a name, in one language or both.', 'staff_roles.name_empty')
  return { name: { en, sv }, description: description.trim(), features: withImplied(features) }
}

const namesOf = ({ name }: { name: { en: string; sv: string } }) => [name.en, name.sv].filter(Boolean).map((one) => one.toLowerCase())

/** As the interface calls the roles that there always are. */
const builtInNames = [
  ...['none', 'read-only', 'read-only staff', 'service desk', 'technician', 'administrator', 'provider administrator'],
  ...['ingen', 'läsrätt', 'personal med läsrätt', 'servicedesk', 'tekniker', 'administratör', 'leverantörens administratör'],
]

/** Two roles of one name could not be told apart where they are given. */
function refuseTakenName(wanted: WrittenRole, others: readonly AdministeredStaffRole[]): void {
  const taken = new Set([...builtInNames, ...others.flatMap(namesOf)])
  if (namesOf(wanted).some((name) => taken.has(name)))
    throw Conflict.field('name.en', 'There is a role of this name already.', 'staff_roles.name_taken')
}

const longestKey = 40
const plainLettersOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .split(/[ _-]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, longestKey)

/** Made from the name, with a number where another role has it. */
function freeKey({ name }: WrittenRole, taken: ReadonlySet<string>): string {
  const key = `${ownRolePrefix}${plainLettersOf(name.en || name.sv) || 'role'}`
  if (!taken.has(key)) return key
  const numbers = Array.from({ length: mostStaffRoles }, (_, index) => `${key}-${index + 2}`)
  return numbers.find((one) => !taken.has(one)) ?? key
}

/** By its name, so that the audit log reads like the page. */
const recorded = ({ name: { en, sv }, description, features }: WrittenRole) => ({
  name: [...new Set([en, sv])].filter(Boolean).join(' / '),
  description,
  features,
})

/** Everyone's rights are read again with their next request; open browsers hear of it at once. */
async function finish(
  transaction: Transaction,
  context: CallContext,
  { action, role, details }: { action: string; role: string; details: Record<string, unknown> },
): Promise<void> {
  const providerId = providerOf(context)
  await recordAction(transaction, context, providerId, { action, target: role, details })
  announce(transaction, { type: 'access.changed', customerId: providerId })
}

async function readWritten(transaction: Transaction, context: CallContext, role: string): Promise<AdministeredStaffRole> {
  const found = await readStaffRole(transaction, providerOf(context), role, context.now)
  if (!found) throw new NotFound()
  return found
}

export async function createStaffRole(context: CallContext, { role, ...fields }: NewStaffRole): Promise<AdministeredStaffRole> {
  const providerId = providerOf(context)
  const wanted = readWanted(fields)
  return inTransaction(context, providerId, async (transaction) => {
    await lockRolesOf(transaction, providerId)
    const others = await readStaffRoles(transaction, providerId, context.now)
    const taken = new Set(others.map((other) => other.role))
    if (role && taken.has(role)) throw Conflict.field('role', 'There is a role of this key already.', 'staff_roles.key_taken')
    if (others.length >= mostStaffRoles)
      throw Conflict.field('', `There are ${mostStaffRoles} roles already. Remove one first.`, 'staff_roles.too_many')
    refuseTakenName(wanted, others)
    const key = role ?? freeKey(wanted, taken)
    await insertStaffRole(transaction, providerId, key, wanted)
    await finish(transaction, context, { action: 'staff-role.create', role: key, details: { after: recorded(wanted) } })
    return readWritten(transaction, context, key)
  })
}

const stale = () => Conflict.field('version', 'Someone else changed this role. Look at it again first.', 'staff_roles.changed')

export async function changeStaffRole(
  context: CallContext,
  role: string,
  { version, ...fields }: StaffRoleChange,
): Promise<AdministeredStaffRole> {
  const providerId = providerOf(context)
  const wanted = readWanted(fields)
  return inTransaction(context, providerId, async (transaction) => {
    await lockRolesOf(transaction, providerId)
    const before = await readWritten(transaction, context, role)
    if (before.version !== version) throw stale()
    const all = await readStaffRoles(transaction, providerId, context.now)
    refuseTakenName(
      wanted,
      all.filter((other) => other.role !== role),
    )
    await updateStaffRole(transaction, providerId, role, wanted)
    const details = { before: recorded(before), after: recorded(wanted) }
    await finish(transaction, context, { action: 'staff-role.change', role, details })
    return readWritten(transaction, context, role)
  })
}

function refuseHeld({ holders: { people, names, invitations, isWelcomeRole } }: AdministeredStaffRole): void {
  if (people > 0) {
    const more = people > names.length ? ` and ${people - names.length} more` : ''
    throw Conflict.field('', `${names.join(', ')}${more} have this role. Give them another role first.`, 'staff_roles.has_people')
  }
  if (invitations > 0)
    throw Conflict.field('', 'People are invited with this role. Revoke the invitations first.', 'staff_roles.is_invited')
  if (isWelcomeRole)
    throw Conflict.field(
      '',
      'New colleagues get this role at their first sign-in. Choose another role for them first.',
      'staff_roles.is_welcome',
    )
}

export async function removeStaffRole(context: CallContext, role: string): Promise<undefined> {
  const providerId = providerOf(context)
  await inTransaction(context, providerId, async (transaction) => {
    await lockRolesOf(transaction, providerId)
    const before = await readWritten(transaction, context, role)
    refuseHeld(before)
    await deleteStaffRole(transaction, providerId, role)
    await finish(transaction, context, { action: 'staff-role.remove', role, details: { before: recorded(before) } })
  })
}
