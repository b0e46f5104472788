import { createHash } from 'node:crypto'
import { externalKeyOf, hostNameOf } from '#server/features/entities/entity-key.ts'
import { type AzureKind, azureTypes } from './azure-types.ts'

type DemoSubscription = { id: string; name: string }

export type DemoEntity = {
  kind: AzureKind
  name: string
  entityId: string
  externalId: string
  tags: Record<string, string>
  /** As the table keeps it. */
  row: Record<string, unknown>
}

export type EntityPlan = {
  kind: AzureKind
  name: string
  subscription: DemoSubscription
  resourceGroup: string
  region?: string
  tags?: Record<string, string>
  /** The resource that holds this one, such as the server of a database. */
  within?: string
  status?: string
  hidden?: boolean
  stale?: boolean
  cloudOpsMapped?: boolean
  /** Days before now at which it was first seen. */
  ageInDays?: number
}

const day = 86_400_000

/** Always the same for the same text: what links to demo content stays right when it is made again. */
export function idFromText(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

function armIdOf({ kind, name, subscription, resourceGroup, within }: EntityPlan): string {
  const [namespace, ...types] = azureTypes[kind].arm.split('/')
  const names = within ? [within, name] : [name]
  const path = types.map((type, index) => `${type}/${names[index]}`).join('/')
  return `/subscriptions/${subscription.id}/resourceGroups/${resourceGroup}/providers/${namespace}/${path}`
}

export function buildEntity(customerId: string, plan: EntityPlan, now: Date): DemoEntity {
  const { kind, name, subscription, tags = {} } = plan
  const type = azureTypes[kind]
  const externalId = armIdOf(plan)
  const entityId = idFromText(`${customerId} ${externalKeyOf(externalId)}`)
  const seenForDays = plan.ageInDays ?? 200
  const row = {
    entity_id: entityId,
    customer_id: customerId,
    external_id: externalId,
    external_key: externalKeyOf(externalId),
    name,
    host_name: hostNameOf(name),
    type: type.arm.toLowerCase(),
    subtype: 'subtype' in type ? type.subtype : null,
    source: 'azure',
    region: plan.region ?? 'swedencentral',
    resource_group: plan.resourceGroup,
    container_id: subscription.id,
    container_name: subscription.name,
    tags,
    status: plan.status ?? type.status,
    cloudops_mapped: plan.cloudOpsMapped ?? false,
    hidden: plan.hidden ?? false,
    stale: plan.stale ?? false,
    created_at: new Date(now.getTime() - seenForDays * day),
    modified_at: new Date(now.getTime() - Math.min(seenForDays, plan.stale ? 9 : (name.length % 5) + 1) * day),
  }
  return { kind, name, entityId, externalId, tags, row }
}
