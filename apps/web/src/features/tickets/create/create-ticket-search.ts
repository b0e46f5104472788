import { listSearch, type SearchOf, text, textLike, uuid } from '#web/platform/list-search.ts'

/** What a ticket is created about: linked by id; `subject` is a first proposal. */
export const createTicketSearch = listSearch({ filters: { entityId: uuid, incidentId: textLike(/^[1-9]\d{0,17}$/), subject: text(250) } })
export type CreateTicketSearch = SearchOf<typeof createTicketSearch>
