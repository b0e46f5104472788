// Apart from the calls: the address of the screen is read by these, and every screen loads them.

export const integrationKindNames = [
  'monitoring-source',
  'azure',
  'entity-upload',
  'entity-api',
  'webhook',
  'chat',
  'channel',
  'power-bi',
  'service-token',
] as const
export type IntegrationKindName = (typeof integrationKindNames)[number]

/** What integrations do for a customer. */
export const integrationCapabilities = [
  'signals-in',
  'metrics-in',
  'inventory',
  'events-out',
  'messages-out',
  'tickets-in-step',
  'mail-in',
  'reports',
  'api',
] as const
export type IntegrationCapability = (typeof integrationCapabilities)[number]

/**
 * The worst first. failing: what was tried last failed; silent: less comes than is expected of it; late: it missed its schedule; expiring: it works
 * until its secret expires within a week; never: nothing came or left yet; off: someone switched it off, or it is not configured.
 */
export const integrationStates = ['failing', 'silent', 'late', 'expiring', 'never', 'working', 'off'] as const
export type IntegrationState = (typeof integrationStates)[number]
