import type { User } from '@vakt/contract/users/users.ts'
import type { ReactNode } from 'react'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { LimitMark, LimitNote } from './limit-note.tsx'
import styles from './users.module.css'

type Words = Record<'name' | 'email' | 'roles' | 'lastSeen' | 'state' | 'active' | 'disabled', string>

const rolesOf = ({ roles, identityRoles }: User): string[] => [...new Set([...identityRoles, ...roles])]

type ColumnParts = { words: Words; name: (user: User) => ReactNode; nameOfRole: (role: string) => string }

export function userColumns({ words, name, nameOfRole }: ColumnParts): Column<User>[] {
  return [
    { key: 'name', label: words.name, width: '12rem', phone: 'first', cell: name },
    { key: 'email', label: words.email, phone: 'second', cell: ({ email }) => <span className={styles.dim}>{email}</span> },
    {
      key: 'roles',
      label: words.roles,
      width: '18rem',
      wraps: true,
      phone: 'hidden',
      cell: (user) => (
        <>
          {rolesOf(user).map(nameOfRole).join(', ') || '–'}
          <LimitNote limit={user.resourceLimit} />
        </>
      ),
    },
    {
      key: 'state',
      label: words.state,
      width: '6.5rem',
      phone: 'second',
      cell: ({ isDisabled, resourceLimit }) => (
        <>
          <span className={isDisabled ? styles.disabled : styles.dim}>{isDisabled ? words.disabled : words.active}</span>
          <LimitMark limit={resourceLimit} />
        </>
      ),
    },
    {
      key: 'seen',
      label: words.lastSeen,
      width: '8.5rem',
      phone: 'first',
      cell: ({ lastSeenAt }) => (
        <span className={styles.dim}>
          <RelativeTime iso={lastSeenAt} />
        </span>
      ),
    },
  ]
}
