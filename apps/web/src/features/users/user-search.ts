export type UserSearch = {
  view?: 'invitations'
  q?: string
  /** The user whose details are open. */
  user?: string
  /** The form to invite somebody is open. */
  invite?: true
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : ''

export function userSearch(search: Record<string, unknown>): UserSearch {
  const [q, user] = [textOf(search.q), textOf(search.user)]
  return {
    ...(search.view === 'invitations' ? { view: 'invitations' } : {}),
    ...(q ? { q } : {}),
    ...(user ? { user } : {}),
    ...(search.invite === true || search.invite === 'true' ? { invite: true } : {}),
  }
}
