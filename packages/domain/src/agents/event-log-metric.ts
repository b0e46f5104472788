/** Counts the new entries of a log that match a query of the VM agent. Its dimension `query` names the query. */
export const eventLogMetric = 'vakt.event_log.events'
