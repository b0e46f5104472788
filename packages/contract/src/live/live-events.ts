/** With more changed rows than this an event names none of them: everything of its kind may have changed. */
export const maxIdsPerEvent = 50

/** What only the provider's staff may know of. */
export const staffEventTypes = ['unmatched.changed', 'outbox.changed'] as const

/**
 * What screens show that has no event of its own: the first word of the browser's names of queries. Calls say in the contract which of it
 * they change.
 */
export type ShownContent =
  | 'agent-templates'
  | 'agents'
  | 'api-tokens'
  | 'chat-destinations'
  | 'branding'
  | 'checklist'
  | 'cloudops'
  | 'contact-rules'
  | 'customer-archives'
  | 'customer-cards'
  | 'customer-checklist'
  | 'customers'
  | 'embedded-reports'
  | 'entity-uploads'
  | 'failed-jobs'
  | 'follows'
  | 'incident-contacts'
  | 'list-views'
  | 'metric-usage'
  | 'monitoring-sources'
  | 'notifications'
  | 'on-call'
  | 'on-call-shifts'
  | 'paging'
  | 'phone-numbers'
  | 'report-mails'
  | 'rule-standards'
  | 'service-levels'
  | 'service-tokens'
  | 'service-windows'
  | 'storage'
  | 'team'
  | 'ticket-views'
  | 'users'
  | 'webhooks'

/**
 * A hint that something of a customer changed. It carries ids only: the browser asks again through the normal, authorised call.
 * Changes that come together share one event. Without ids anything of that kind may have changed.
 */
export type LiveEvent =
  | { type: 'alert.changed'; customerId: string; alertIds?: string[] }
  | { type: 'alert-rule.changed'; customerId: string; alertRuleIds?: string[] }
  | { type: 'process-model.changed'; customerId: string; processModelIds?: string[] }
  | { type: 'incident.changed'; customerId: string; incidentIds?: string[] }
  /** With `staffOnly` only the provider's staff hear it. */
  | { type: 'ticket.changed'; customerId: string; ticketIds?: string[]; staffOnly?: true }
  | { type: 'ticket.presence'; customerId: string; ticketId?: string }
  | { type: 'entity.changed'; customerId: string; entityId?: string }
  | { type: 'agent-configuration.changed'; customerId: string; entityId?: string }
  | { type: 'connector.changed'; customerId: string }
  | { type: 'monitoring-source.changed'; customerId: string }
  | { type: 'service-window.changed'; customerId: string; serviceWindowIds?: string[] }
  | { type: 'process-run.changed'; customerId: string; runIds?: string[] }
  | { type: 'custom-dashboard.changed'; customerId: string }
  | { type: 'access.changed'; customerId: string }
  /** With `userId` heard by this user only, with `staffOnly` by the provider's staff only. */
  | { type: 'content.changed'; customerId: string; content: readonly ShownContent[]; userId?: string; staffOnly?: true }
  /** Heard by this user only, whichever customer they look at. */
  | { type: 'notification.changed'; customerId: string; userId: string }
  | { type: 'session.ended'; customerId: string; userId: string }
  /** A file that a page of this user began to save ends in the middle. */
  | { type: 'download.failed'; customerId: string; userId: string; downloadId: string }
  /** Heard by the provider's staff only. */
  | { type: (typeof staffEventTypes)[number]; customerId: string }

/**
 * About the stream itself. `hello` comes first on each connection, and again after a gap: the browser asks for everything it shows, unless
 * `repeats` says that all which changed since the time it asked for follows. `lost` says that the server itself hears no changes until the next
 * `hello`.
 */
export type LiveSignal = { type: 'hello'; repeats?: true } | { type: 'lost' }

/** For how long the server remembers what changed. */
export const remembersLiveMs = 60_000
