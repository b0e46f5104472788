import { isOfCustomerOrAll, type LiveKeys } from '#web/platform/live-keys.ts'

export const alertRules: LiveKeys = { 'alert-rule.changed': isOfCustomerOrAll }
