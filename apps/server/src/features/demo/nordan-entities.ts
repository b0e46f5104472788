import type { AzureKind } from './azure-types.ts'
import { nordan } from './demo-customers.ts'
import { buildEntity, type DemoEntity, type EntityPlan } from './demo-entity.ts'

const prod = { id: '3f1c2b7e-6d0a-4c1f-9b52-71a0c2d4e801', name: 'nordan-prod' }
const test = { id: '8a4d0f36-52b7-4e9c-a1d8-0c7f5b21e9d4', name: 'nordan-test' }
const shared = { id: 'c27e9b15-0f4a-4d83-b6c1-5e92a7d03f68', name: 'nordan-shared' }

type Group = {
  subscription: typeof prod
  resourceGroup: string
  tags: Record<string, string>
  region?: string
  resources: [AzureKind, string, Partial<EntityPlan>?][]
}

const tagsOf = (application: string, environment: string, owner: string, costCenter: string) => ({
  application,
  environment,
  owner,
  'cost-center': costCenter,
})
const watched = { cloudOpsMapped: true }

const groups: Group[] = [
  {
    subscription: prod,
    resourceGroup: 'rg-webshop-prod',
    tags: tagsOf('webshop', 'production', 'team-webshop', '4120'),
    resources: [
      ['vm', 'vm-web-01', watched],
      ['vm', 'vm-web-02', watched],
      ['vm', 'vm-search-01', watched],
      ['aks', 'aks-webshop', watched],
      ['gateway', 'appgw-webshop', watched],
      ['frontDoor', 'fd-nordan', { region: 'global' }],
      ['webApp', 'app-checkout', watched],
      ['webApp', 'app-customer-service'],
      ['redis', 'redis-session'],
      ['cosmos', 'cosmos-cart', watched],
      ['sqlServer', 'sql-orders-prod', watched],
      ['sqlDatabase', 'orders', { within: 'sql-orders-prod', cloudOpsMapped: true }],
      ['sqlDatabase', 'payments', { within: 'sql-orders-prod', cloudOpsMapped: true }],
      ['serviceBus', 'sb-orders'],
      ['publicAddress', 'pip-appgw-webshop', { hidden: true }],
      ['plan', 'plan-webshop'],
    ],
  },
  {
    subscription: prod,
    resourceGroup: 'rg-pos-prod',
    tags: tagsOf('pos', 'production', 'team-stores', '4210'),
    resources: [
      ['vm', 'vm-pos-01', watched],
      ['vm', 'vm-pos-02', watched],
      ['loadBalancer', 'lb-pos'],
      ['disk', 'vm-pos-01-data'],
      ['sqlServer', 'sql-pos-prod', watched],
      ['sqlDatabase', 'receipts', { within: 'sql-pos-prod', cloudOpsMapped: true }],
      ['arc', 'store-gbg-01', { region: 'westeurope' }],
      ['arc', 'store-sthlm-01', { region: 'westeurope' }],
      ['arc', 'store-malmo-01', { region: 'westeurope', status: 'disconnected', stale: true }],
    ],
  },
  {
    subscription: prod,
    resourceGroup: 'rg-warehouse-prod',
    tags: tagsOf('warehouse', 'production', 'team-logistics', '4330'),
    resources: [
      ['vm', 'vm-wms-01', watched],
      ['vm', 'vm-wms-02', watched],
      ['postgres', 'psql-wms-prod', watched],
      ['functionApp', 'func-stock-sync'],
      ['logicApp', 'logic-carrier-booking'],
      ['eventHub', 'evh-scanners'],
      ['storage', 'stnordanlabels'],
      ['plan', 'plan-stock'],
      ['disk', 'vm-wms-01-data'],
      ['networkInterface', 'nic-vm-wms-01', { hidden: true }],
    ],
  },
  {
    subscription: prod,
    resourceGroup: 'rg-data-prod',
    tags: tagsOf('dataplatform', 'production', 'team-insight', '5100'),
    region: 'westeurope',
    resources: [
      ['dataFactory', 'adf-nordan'],
      ['databricks', 'dbw-nordan'],
      ['storage', 'stnordanlake'],
      ['sqlServer', 'sql-dw-prod'],
      ['sqlDatabase', 'datawarehouse', { within: 'sql-dw-prod' }],
      ['vm', 'vm-reporting-01'],
    ],
  },
  {
    subscription: shared,
    resourceGroup: 'rg-identity',
    tags: tagsOf('identity', 'production', 'it-operations', '1010'),
    resources: [
      ['vm', 'vm-dc-01', watched],
      ['vm', 'vm-dc-02', { region: 'northeurope', cloudOpsMapped: true }],
      ['vm', 'vm-sync-01'],
      ['vault', 'kv-nordan-prod', watched],
    ],
  },
  {
    subscription: shared,
    resourceGroup: 'rg-network',
    tags: tagsOf('network', 'production', 'it-operations', '1010'),
    resources: [
      ['firewall', 'afw-hub', watched],
      ['vpn', 'vgw-stores', watched],
      ['network', 'vnet-hub', { hidden: true }],
      ['securityGroup', 'nsg-servers', { hidden: true }],
    ],
  },
  {
    subscription: shared,
    resourceGroup: 'rg-intranet',
    tags: tagsOf('intranet', 'production', 'it-operations', '1020'),
    region: 'northeurope',
    resources: [
      ['webApp', 'app-intranet'],
      ['plan', 'plan-intranet'],
      ['vm', 'vm-print-01'],
      ['storage', 'stnordanfiles'],
    ],
  },
  {
    subscription: shared,
    resourceGroup: 'rg-operations',
    tags: {},
    resources: [
      ['logs', 'log-nordan'],
      ['backupVault', 'rsv-nordan', watched],
      ['automation', 'aa-nordan'],
      ['storage', 'stnordanlogs'],
      ['registry', 'crnordan'],
    ],
  },
  {
    subscription: test,
    resourceGroup: 'rg-webshop-test',
    tags: tagsOf('webshop', 'test', 'team-webshop', '4120'),
    resources: [
      ['vm', 'vm-web-test-01', { status: 'deallocated' }],
      ['aks', 'aks-webshop-test'],
      ['sqlServer', 'sql-orders-test'],
      ['apiManagement', 'apim-nordan-test', { ageInDays: 41 }],
      ['insights', 'appi-webshop-test'],
    ],
  },
  {
    subscription: test,
    resourceGroup: 'rg-warehouse-dev',
    tags: tagsOf('warehouse', 'development', 'team-logistics', '4330'),
    resources: [
      ['vm', 'vm-wms-dev-01', { ageInDays: 63 }],
      ['functionApp', 'func-stock-sync-dev'],
      ['scaleSet', 'vmss-build', { tags: { environment: 'development' }, ageInDays: 120 }],
      ['disk', 'disk-wms-migration', { tags: {}, status: 'unattached', stale: true }],
    ],
  },
]

export function buildNordanEntities(now: Date): DemoEntity[] {
  return groups.flatMap(({ resources, ...group }) =>
    resources.map(([kind, name, own]) => buildEntity(nordan, { ...group, kind, name, ...own }, now)),
  )
}
