import type { Customer } from '@vakt/contract/customers/customers.ts'
import type { Access, FeatureKey } from '@vakt/contract/features.ts'
import { canAccess, featuresEnabledAt, withImplied } from './access.ts'

/** What acts at a customer by itself, beside people and tokens: a process of automation, the agent of a machine. */
export type MachineKind = 'automation' | 'agent'

/** All that each may do. What is not listed, none of its kind can do. */
const machineRights: Readonly<Record<MachineKind, readonly FeatureKey[]>> = {
  automation: ['@feature.tickets.write', '@feature.myenvironment.write'],
  agent: ['@feature.myenvironment.read', '@feature.appmonitor.write'],
}

/** Whether a machine may do what asks for `access`: as for people, never more than the customer has switched on. */
export function mayMachine(kind: MachineKind, customer: Pick<Customer, 'enabledFeatures'>, access: Access): boolean {
  if (access === 'signed-in' || access === 'administrators') return false
  const enabled = featuresEnabledAt(customer)
  return canAccess({ roles: [], features: new Set(withImplied(machineRights[kind]).filter((key) => enabled.has(key))) }, access)
}
