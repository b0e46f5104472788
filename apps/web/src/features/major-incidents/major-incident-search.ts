/** What the list of major incidents shows; without a state those that are open and those that are over. */
export type MajorIncidentSearch = { state?: 'open' | 'resolved'; q?: string }

export function majorIncidentSearch(search: Record<string, unknown>): MajorIncidentSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim().slice(0, 200) : ''
  const state = search.state === 'open' || search.state === 'resolved' ? search.state : undefined
  return { ...(state ? { state } : {}), ...(q ? { q } : {}) }
}
