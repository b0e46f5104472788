import { isOfCustomerOrAll, type LiveKeys } from '#web/platform/live-keys.ts'

export const processRuns: LiveKeys = { 'process-run.changed': isOfCustomerOrAll }
