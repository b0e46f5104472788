/** Which server feature may call which other. Read it as a map; keep it free of circles. */
export const mayCall: Record<string, string[]> = {
  signals: ['alerts', 'entities', 'monitoring-sources'],
  'monitoring-sources': ['alerts'],
  'unmatched-signals': ['signals', 'alerts', 'incidents', 'tickets', 'entities'],
  alerts: ['entities', 'incidents'],
  incidents: ['tickets', 'incident-handling', 'entities'],
  tickets: ['incident-handling', 'attachments', 'customer-settings', 'notifications', 'service-levels'],
  follows: ['entities'],
  connectors: ['alerts', 'entities'],
  heartbeat: ['signals'],
  'entity-uploads': ['connectors', 'entities'],
  notifications: ['webhooks', 'follows'],
  'service-levels': ['notifications'],
  'service-tokens': ['customers'],
  session: ['customers', 'users', 'recorded-actions', 'api-tokens', 'service-tokens', 'tickets'],
  'set-up': ['customers', 'users'],
  demo: ['signals', 'alerts', 'incidents', 'tickets', 'entities', 'customers', 'service-levels'],
}
