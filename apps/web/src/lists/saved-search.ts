import type { TicketView } from '@vakt/contract/tickets/ticket-views.ts'

type SavedSearch = TicketView['search']

/** The search as a saved view keeps it: every parameter as texts. */
export const toSaved = (search: object): SavedSearch =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, [value].flat().map(String)]))

/** As an address that a declared search reads. */
export const fromSaved = (saved: SavedSearch): Record<string, unknown> =>
  Object.fromEntries(Object.entries(saved).map(([name, values]) => [name, values.length > 1 ? values : values[0]]))

/** With every name in its place, so that equal searches are equal texts. */
export const inOrder = (saved: SavedSearch): string => JSON.stringify(Object.entries(saved).toSorted(([a], [b]) => a.localeCompare(b)))
