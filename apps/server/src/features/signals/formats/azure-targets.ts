import type { AlertTarget } from '@vakt/domain/alert-event.ts'
import { distinctTargets, entityTarget, hostTarget, isResourceId, nameOfTarget, resourceTarget } from './alert-targets.ts'
import type { AzureAlert } from './azure-alert.ts'
import { labelOf } from './read-field.ts'

const holdsOthers =
  /^\/subscriptions\/[^/]+(?:\/resourcegroups\/[^/]+(?:\/providers\/microsoft\.(?:operationalinsights\/workspaces|insights\/components|monitor\/accounts)\/[^/]+)?)?$/i
const machine = /\/providers\/microsoft\.(?:compute\/virtualmachines|hybridcompute\/machines|classiccompute\/virtualmachines)\/([^/]+)$/i

/** What all events of an alert may be about besides their own resources. */
export type SharedTargets = {
  resources: AlertTarget[]
  entity: AlertTarget[]
  hosts: AlertTarget[]
  others: AlertTarget[]
  items: string[]
}

/** Configuration items name the one resource of an alert; of several, they do not say which. */
export function readSharedTargets(alert: AzureAlert, labels: Record<string, string>, isOnly: boolean): SharedTargets {
  const closer = distinctTargets(alert.facts.closerTargets)
  return {
    resources: closer.filter(isResource),
    entity: entityTarget(labelOf(labels, 'vakt_entity')),
    hosts: closer.filter((target) => !isResource(target)),
    others: distinctTargets(alert.facts.otherTargets),
    items: isOnly && alert.facts.kind !== 'cost' ? alert.configurationItems : [],
  }
}

/** Resource ids, then `vakt_entity`, then hosts; what merely holds the thing that fails, such as a log workspace, comes last. */
export function listAzureTargets(targetIds: string[], shared: SharedTargets): AlertTarget[] {
  const own = targetIds.flatMap(resourceTarget)
  const ownNames = new Set(own.map((target) => nameOfTarget(target)?.toLowerCase()))
  const items = shared.items.filter((item) => !ownNames.has(item.toLowerCase()))
  return distinctTargets([
    ...own.filter((target) => !isHolder(target)),
    ...shared.resources,
    ...items.flatMap(resourceTarget),
    ...shared.entity,
    ...shared.hosts,
    ...targetIds.flatMap((id) => hostTarget(isResourceId(id) ? (machine.exec(id)?.[1] ?? null) : id)),
    ...items.flatMap(hostTarget),
    ...own.filter(isHolder),
    ...(own.length === 0 ? shared.others : []),
  ])
}

function isResource(target: AlertTarget) {
  return target.kind === 'resource-id'
}

function isHolder(target: AlertTarget) {
  return holdsOthers.test(target.value)
}
