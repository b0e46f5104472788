const storageKey = 'vakt.view-as'

/** The customer's user through whose eyes staff see the portal in this tab. */
export type ViewedUser = { userId: string; customerId: string; name: string }

export function parseViewedUser(text: string | null): ViewedUser | null {
  try {
    const { userId, customerId, name } = JSON.parse(text ?? 'null') ?? {}
    const isWhole = typeof userId === 'string' && typeof customerId === 'string' && typeof name === 'string'
    return isWhole ? { userId, customerId, name } : null
  } catch {
    return null
  }
}

let viewed = typeof sessionStorage === 'undefined' ? null : parseViewedUser(sessionStorage.getItem(storageKey))

export const viewedUser = (): ViewedUser | null => viewed

/** Every call of this tab is made with these headers. */
export const viewAsHeaders = (): Record<string, string> => (viewed ? { 'x-vakt-view-as': viewed.userId } : {})

/** Begins again, because nothing that was read with one's own rights may be shown as what the other sees. */
export function startViewing(user: ViewedUser): void {
  sessionStorage.setItem(storageKey, JSON.stringify(user))
  location.assign('/')
}

/** One's own eyes again, for what is left to do before this tab begins again. */
export function endViewing(): void {
  viewed = null
  sessionStorage.removeItem(storageKey)
}

/** Begins again with one's own eyes, where the user was chosen. */
export function stopViewing(): void {
  const customerId = viewed?.customerId ?? ''
  endViewing()
  location.assign(`/admin/users?customer=${encodeURIComponent(customerId)}`)
}
