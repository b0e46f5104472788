import type { Transaction } from '#server/platform/database/transaction.ts'
import { demoAccounts } from './demo-accounts.ts'
import { nordan, provider } from './demo-customers.ts'
import { type DemoPersonKey, demoPeople } from './demo-people.ts'
import { insertRows } from './insert-rows.ts'

const { karin, oskar, linnea, daniel, elin } = demoPeople
const people = [
  { person: karin, customer_id: provider, roles: [] },
  { person: oskar, customer_id: provider, roles: ['provider-staff'] },
  { person: linnea, customer_id: provider, roles: ['provider-staff'] },
  { person: daniel, customer_id: provider, roles: ['provider-staff'] },
  { person: elin, customer_id: nordan, roles: [] },
]

/** Of users that the demo makes, whether or not they can sign in. */
export const demoSubjects = [...new Set([...demoAccounts.map(({ subject }) => subject), ...people.map(({ person }) => person.id)])]

type Staff = Record<Extract<DemoPersonKey, 'karin' | 'oskar' | 'linnea' | 'daniel' | 'elin'>, string>

/** Those of the demo who are users before they sign in, as the identity provider at `issuer` names them. Returns their ids. */
export async function insertStaff(transaction: Transaction, issuer: string, now: Date): Promise<Staff> {
  const rows = people.map(({ person: { id, name, email }, ...own }) => ({
    ...{ ...own, issuer, subject: id, name, email, created_at: now.toISOString(), last_seen_at: now.toISOString() },
    ...{ user_id: crypto.randomUUID(), arrival_toasts: true },
    identity_roles: demoAccounts.find(({ subject }) => subject === id)?.roles ?? [],
  }))
  const ids = await insertRows(transaction, 'app_user', rows, 'user_id')
  const [karinId = '', oskarId = '', linneaId = '', danielId = '', elinId = ''] = ids
  return { karin: karinId, oskar: oskarId, linnea: linneaId, daniel: danielId, elin: elinId }
}
