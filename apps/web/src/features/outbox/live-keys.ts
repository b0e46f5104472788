import type { LiveKeys } from '#web/platform/live-keys.ts'

export const outbox: LiveKeys = { 'outbox.changed': (_event, [, part]) => part !== 'mail' }
