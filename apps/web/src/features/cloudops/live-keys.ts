import { isOfCustomer, type LiveKeys } from '#web/platform/live-keys.ts'

export const cloudops: LiveKeys = { 'entity.changed': isOfCustomer }
