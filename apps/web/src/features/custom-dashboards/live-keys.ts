import { isOfCustomer, type LiveKeys } from '#web/platform/live-keys.ts'

export const customDashboards: LiveKeys = { 'custom-dashboard.changed': isOfCustomer }
