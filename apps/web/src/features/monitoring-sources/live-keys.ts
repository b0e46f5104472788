import type { LiveKeys } from '#web/platform/live-keys.ts'

export const monitoringSources: LiveKeys = { 'monitoring-source.changed': () => true }
