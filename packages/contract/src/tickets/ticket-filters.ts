// Apart from the calls: the addresses of screens are read by these, and every screen loads them.
export const ticketTypes = ['request', 'change', 'incident'] as const
export const ticketStatuses = ['new', 'in_progress', 'waiting_for_customer', 'resolved', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export const hourTypes = ['normal', 'overtime', 'double_overtime', 'unknown'] as const
export type HourType = (typeof hourTypes)[number]

export const ticketSorts = ['relevance', 'modified', 'created', 'priority', 'status', 'number', 'due'] as const
export type TicketSort = (typeof ticketSorts)[number]
export const sortDirections = ['asc', 'desc'] as const
