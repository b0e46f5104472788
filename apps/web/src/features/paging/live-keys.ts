import type { LiveKeys } from '#web/platform/live-keys.ts'

export const paging: LiveKeys = { 'incident.changed': (_event, [, part]) => part === 'pages' }
