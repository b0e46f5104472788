import type { ListScreenState } from '#web/lists/use-list-screen.tsx'
import type { RowsOf } from '#web/platform/list-search.ts'
import type { TicketSearch, ticketSearch } from './ticket-search.ts'

export type TicketScreen = ListScreenState<TicketSearch, RowsOf<typeof ticketSearch>>
