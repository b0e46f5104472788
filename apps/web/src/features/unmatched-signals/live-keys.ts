import type { LiveKeys } from '#web/platform/live-keys.ts'

export const unmatchedSignals: LiveKeys = {
  'unmatched.changed': (_event, [, part]) => ['list', 'bindings', 'set-aside'].includes(String(part)),
}
