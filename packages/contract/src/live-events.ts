/**
 * A hint that something of a customer changed. It carries ids only: the browser asks again through the normal, authorised call.
 * Several changes at once may share one event, which then carries no id of a row.
 */
export type LiveEvent =
  | { type: 'alert.changed'; customerId: string }
  | { type: 'incident.changed'; customerId: string }
  /** With `staffOnly` about what the provider's staff alone may know of: nobody else is told. */
  | { type: 'ticket.changed'; customerId: string; ticketId?: string; staffOnly?: true }
  | { type: 'ticket.presence'; customerId: string; ticketId?: string }
  | { type: 'entity.changed'; customerId: string; entityId?: string }
  | { type: 'connector.changed'; customerId: string }
  | { type: 'monitoring-source.changed'; customerId: string }
  | { type: 'access.changed'; customerId: string }
  /** Heard by this user only, whichever customer they look at. */
  | { type: 'notification.changed'; customerId: string; userId: string }
  | { type: 'session.ended'; customerId: string; userId: string }

/** What the browser is told first on each connection; from here on it hears of every change. */
export type LiveHello = { type: 'hello' }
