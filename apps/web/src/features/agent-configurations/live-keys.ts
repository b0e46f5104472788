import { isOfCustomer, type LiveKeys } from '#web/platform/live-keys.ts'

export const agentConfigurations: LiveKeys = { 'agent-configuration.changed': isOfCustomer }
