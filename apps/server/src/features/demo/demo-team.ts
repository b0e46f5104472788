import type { Transaction } from '#server/platform/database/transaction.ts'
import { demoCustomers, nordan } from './demo-customers.ts'
import { demoPeople } from './demo-people.ts'
import { insertRows } from './insert-rows.ts'

const { karin, oskar, linnea, daniel, sofia } = demoPeople
const office = { opens: '08:00', closes: '17:00' }
const late = { opens: '11:00', closes: '20:00' }
const weekOf = (hours: typeof office) => [hours, hours, hours, hours, hours, null, null]

const team = [
  {
    person: karin,
    role: { en: 'Service manager', sv: 'Driftansvarig' },
    phone: '+46812345610',
    languages: ['sv', 'en', 'de'],
    hours: office,
  },
  {
    person: oskar,
    role: { en: 'Operations, applications', sv: 'Drift, applikationer' },
    phone: '+46812345611',
    languages: ['sv', 'en'],
    hours: office,
  },
  {
    person: linnea,
    role: { en: 'Operations, databases', sv: 'Drift, databaser' },
    phone: '+46812345612',
    languages: ['sv', 'en', 'fi'],
    hours: late,
  },
  {
    person: daniel,
    role: { en: 'Data platform', sv: 'Dataplattform' },
    phone: '',
    languages: ['sv', 'en', 'es'],
    hours: office,
    shownTo: [nordan],
  },
  { person: sofia, role: { en: 'Service desk', sv: 'Kundtjänst' }, phone: '+46812345600', languages: ['sv', 'en'], hours: office },
]

/** The provider's people as customers see them; one of them looks after one customer only. */
export async function insertTeam(transaction: Transaction, now: Date): Promise<void> {
  const customer_id = demoCustomers.find(({ isProvider }) => isProvider)?.customer_id ?? ''
  await insertRows(
    transaction,
    'team_member',
    team.map(({ person, role, phone, languages, hours, shownTo = null }, index) => ({
      ...{ customer_id, position: index + 1, name: person.name, role, email: person.email, phone, languages },
      ...{ time_zone: 'Europe/Stockholm', hours: weekOf(hours), shows_on_call: true, shown_to: shownTo, created_at: now.toISOString() },
    })),
  )
}
