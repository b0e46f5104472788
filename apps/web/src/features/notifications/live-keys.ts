import type { LiveKeys } from '#web/platform/live-keys.ts'

export const notifications: LiveKeys = { 'notification.changed': () => true }
