/** The address of pages of the portal, for what is sent to users. */
export const preferencesUrl = (origin: string): string => `${origin}/settings/notifications`

export const ownShiftsUrl = (origin: string): string => `${origin}/settings/shifts`

export const checklistUrl = (origin: string): string => `${origin}/admin/checklist`

export const schedulesUrl = (origin: string): string => `${origin}/admin/on-call`

export const leavingCustomerUrl = (origin: string, customerId: string): string =>
  `${origin}/admin/customers?open=${encodeURIComponent(customerId)}`

export const environmentUrl = (origin: string, customerId: string): string => `${origin}/my-environment/${encodeURIComponent(customerId)}`

export const cloudOpsUrl = (origin: string, { customerId, entityId }: { customerId: string; entityId: string }): string =>
  `${origin}/my-environment/${encodeURIComponent(customerId)}/${entityId}/cloudops`

export const ticketUrl = (origin: string, { customerId, ticketId }: { customerId: string; ticketId: string }): string =>
  `${origin}/tickets/${encodeURIComponent(customerId)}/${ticketId}/details`

export const incidentUrl = (origin: string, { customerId, incidentId }: { customerId: string; incidentId: string }): string =>
  `${origin}/incidents/${encodeURIComponent(customerId)}/${incidentId}`

export const windowUrl = (origin: string, { customerId, serviceWindowId }: { customerId: string; serviceWindowId: string }): string =>
  `${origin}/service-window/${encodeURIComponent(customerId)}/${serviceWindowId}`
