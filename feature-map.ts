/** Which server feature may call which other. Read it as a map; keep it free of circles. */
export const mayCall: Record<string, string[]> = {
  signals: ['alert-intake', 'alerts', 'entities', 'monitoring-sources'],
  'monitoring-sources': ['alert-intake'],
  'unmatched-signals': ['signals', 'alert-intake', 'alerts', 'incidents', 'incident-merging', 'tickets', 'entities', 'metrics'],
  metrics: ['signals', 'monitoring-sources', 'entities', 'alert-intake'],
  'alert-intake': ['alerts', 'entities', 'incidents', 'service-windows'],
  'service-windows': ['events', 'deliveries', 'tickets'],
  'held-alerts': ['alert-intake', 'alerts', 'service-windows'],
  'demo-metrics': ['metrics', 'alert-rules'],
  alerts: ['entities'],
  'rule-standards': ['alert-rules'],
  'alert-rules': ['alert-intake', 'entities', 'metrics', 'service-windows'],
  'incident-merging': ['alert-intake', 'alerts', 'incidents', 'incident-handling', 'tickets'],
  'major-incidents': ['incidents', 'incident-handling'],
  incidents: ['alerts', 'tickets', 'incident-handling', 'entities', 'events', 'deliveries', 'follows'],
  tickets: ['incident-handling', 'attachments', 'customer-settings', 'events', 'deliveries', 'follows', 'service-levels'],
  follows: ['entities'],
  entities: ['customers'],
  permissions: ['customers'],
  'customer-settings': ['customers'],
  connectors: ['alert-intake', 'entities'],
  'azure-metrics': ['connectors', 'metrics'],
  heartbeat: ['signals'],
  'entity-uploads': ['connectors', 'entities'],
  events: ['notifications', 'deliveries'],
  webhooks: ['events', 'deliveries'],
  'service-levels': ['events'],
  'service-tokens': ['customers'],
  session: ['customers', 'users', 'recorded-actions', 'api-tokens', 'service-tokens', 'tickets'],
  'set-up': ['customers', 'users'],
  demo: ['signals', 'alerts', 'incidents', 'tickets', 'entities', 'customers', 'service-levels'],
}

/**
 * Each table has one writer: the feature, or the folder of the platform, whose SQL inserts, updates and deletes its rows; a script derives
 * it. These have more, because they are written in one statement or in a direction that `mayCall` does not have; the first one inserts.
 */
export const sharedTables: Record<string, string[]> = {
  // What people do about an incident, also through its ticket, and its merges are folders of their own.
  incident: ['incidents', 'incident-handling', 'incident-merging'],
  // `due_at`, by which lists are sorted, and the lines of warnings: every verb of a ticket calls service levels, not the other way.
  ticket: ['tickets', 'service-levels'],
  ticket_change: ['tickets', 'service-levels'],
  // Requests note when the user was last seen in the statement that notes the session; roles are given by administrators.
  app_user: ['session', 'users'],
}

/** The demo removes what is there, whatever feature it is of. */
export const mayWriteAllTables = ['demo']
