/** Which server feature may call which other. Read it as a map; keep it free of circles. */
export const mayCall: Record<string, string[]> = {
  signals: ['alerts', 'entities'],
  alerts: ['entities', 'incidents'],
  incidents: ['tickets', 'entities'],
  session: ['customers', 'users', 'recorded-actions', 'api-tokens'],
  demo: ['signals', 'alerts', 'incidents', 'tickets', 'entities', 'customers'],
}
