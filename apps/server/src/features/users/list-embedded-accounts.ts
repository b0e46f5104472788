import { globalAdminRole } from '@vakt/contract/features.ts'
import type { Pool } from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { DemoAccount } from '#server/platform/sign-in/demo-account.ts'
import { type EmbeddedPerson, readEmbeddedPeopleForAllCustomers } from './embedded-people-table.ts'

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map(([first = '']) => first.toUpperCase())
    .filter((_, index, { length }) => index === 0 || index === length - 1)
    .join('')

const captionOf = ({ customerName, roles }: EmbeddedPerson) =>
  roles.includes(globalAdminRole)
    ? { en: `${customerName}: administrator`, sv: `${customerName}: administratör` }
    : { en: customerName, sv: customerName }

/**
 * Those whom the embedded identity provider offers beside the demo accounts: everyone with an open invitation, and everyone who accepted
 * one there. The pool must log in as vakt_worker.
 */
export function listEmbeddedAccounts(pool: Pool, issuer: string): Promise<DemoAccount[]> {
  return workForAllCustomers({ pool }, async (transaction) =>
    (await readEmbeddedPeopleForAllCustomers(transaction, issuer)).map((person) => ({
      subject: person.subject,
      name: person.name,
      email: person.email,
      // What they may do is given in Vakt: an invitation carries its roles.
      roles: [],
      initials: initialsOf(person.name),
      isReal: true,
      caption: captionOf(person),
    })),
  )
}
