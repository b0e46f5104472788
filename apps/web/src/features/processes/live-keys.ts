import { isOfCustomerOrAll, type LiveKeys } from '#web/platform/live-keys.ts'

export const processModels: LiveKeys = { 'process-model.changed': isOfCustomerOrAll }
