const pathOf = (parts: TemplateStringsArray, ...ids: string[]) => String.raw({ raw: parts }, ...ids.map(encodeURIComponent))

export const entityPath = (customerId: string, entityId: string): string => pathOf`/my-environment/${customerId}/${entityId}/information`
/** The metrics of a resource, with this series drawn. */
export const metricPath = (customerId: string, entityId: string, seriesId: string): string =>
  `${pathOf`/my-environment/${customerId}/${entityId}/metrics`}?series=${encodeURIComponent(seriesId)}`
export const incidentPath = (customerId: string, incidentId: string): string => pathOf`/incidents/${customerId}/${incidentId}`
export const majorIncidentPath = (majorIncidentId: string): string => pathOf`/major-incidents/${majorIncidentId}`
export const windowPath = (customerId: string, serviceWindowId: string): string => pathOf`/service-window/${customerId}/${serviceWindowId}`
export const runPath = (customerId: string, runId: string): string => pathOf`/automation/${customerId}/runs/${runId}`
export const ticketListPath = (customerId: string): string => pathOf`/tickets/${customerId}`
export const ticketPath = (customerId: string, ticketId: string): string => pathOf`/tickets/${customerId}/${ticketId}/details`
export const entityTicketPath = (customerId: string, entityId: string, ticketId: string): string =>
  pathOf`/my-environment/${customerId}/${entityId}/tickets/${ticketId}`
