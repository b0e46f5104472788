import { listSearch, oneOf, type SearchOf, text } from '#web/platform/list-search.ts'

/** What the list of major incidents shows; without a state those that are open and those that are over. */
export const majorIncidentSearch = listSearch({
  list: 'major-incidents',
  filters: { q: text() },
  scope: { state: oneOf(['open', 'resolved']) },
})
export type MajorIncidentSearch = SearchOf<typeof majorIncidentSearch>
