import { isOfCustomer, type LiveKeys } from '#web/platform/live-keys.ts'

export const connectors: LiveKeys = { 'connector.changed': isOfCustomer }
