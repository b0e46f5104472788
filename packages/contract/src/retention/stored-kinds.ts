/** What takes room in the database, as the page *Storage* lists it. */
export const storedKinds = [
  'signals',
  'alerts',
  'incidents_and_tickets',
  'attachments',
  'metrics',
  'messages',
  'audit_log',
  'resources',
  'resource_history',
  'sessions',
  'other',
] as const
export type StoredKind = (typeof storedKinds)[number]
