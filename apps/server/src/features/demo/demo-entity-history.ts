import type { DemoEntity } from './demo-entity.ts'

type Change = [name: string, daysAgo: number, field: string, before: unknown, after: unknown]

const changes: Change[] = [
  ['plan-intranet', 21, 'properties.sku.name', 'S1', 'P1v3'],
  ['plan-intranet', 21, 'properties.sku.tier', 'Standard', 'PremiumV3'],
  ['stnordanlake', 69, 'properties.encryption.keySource', 'Microsoft.Storage', 'Microsoft.Keyvault'],
  ['appgw-webshop', 12, 'properties.sslCertificates', ['shop-2025'], ['shop-nordan-example']],
  ['aks-webshop', 30, 'properties.kubernetesVersion', '1.33.4', '1.34.1'],
  ['vm-wms-01', 26, 'properties.hardwareProfile.vmSize', 'Standard_D4s_v6', 'Standard_D8s_v6'],
  ['vm-wms-01', 26, 'tags.cost-center', '4310', '4330'],
  ['vm-wms-02', 26, 'properties.hardwareProfile.vmSize', 'Standard_D4s_v6', 'Standard_D8s_v6'],
  ['app-checkout', 8, 'properties.siteConfig.linuxFxVersion', 'DOTNETCORE|9.0', 'DOTNETCORE|10.0'],
  ['app-checkout', 51, 'properties.siteConfig.minTlsVersion', '1.2', '1.3'],
  ['vm-web-test-01', 5, 'status', 'running', 'deallocated'],
  ['store-malmo-01', 9, 'status', 'connected', 'disconnected'],
]

const day = 86_400_000

/** When each was first seen, and some of what changed since, in the order of time. */
export function historyRowsOf(entities: readonly DemoEntity[], now: Date): Record<string, unknown>[] {
  const row = ({ entityId, row }: DemoEntity, rest: { at: Date; kind: string; field?: string; before?: unknown; after?: unknown }) => ({
    customer_id: row.customer_id,
    entity_id: entityId,
    field: null,
    before: null,
    after: null,
    ...rest,
  })
  const added = entities.map((entity) => row(entity, { at: entity.row.created_at as Date, kind: 'added' }))
  const changed = changes.map(([name, daysAgo, field, before, after]) => {
    const entity = entities.find((one) => one.name === name)
    if (!entity) throw new Error(`There is no demo entity ${name}.`)
    return row(entity, { at: new Date(now.getTime() - daysAgo * day), kind: 'changed', field, before, after })
  })
  return [...added, ...changed].sort((one, other) => one.at.getTime() - other.at.getTime())
}
