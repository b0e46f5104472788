/** A resource as Azure Resource Graph tells of it. */
export type AzureResource = {
  id: string
  name: string
  type: string
  tenantId: string
  kind: string
  location: string
  resourceGroup: string
  subscriptionId: string
  managedBy: string
  sku: object | null
  plan: object | null
  properties: Record<string, unknown> | null
  tags: Record<string, string> | null
  identity: object | null
  zones: string[] | null
  extendedLocation: object | null
}

/** The types of a real inventory: how many of each for every hundred, kind, sku and what the properties look like. */
const types: [type: string, share: number, properties: (n: number) => Record<string, unknown> | null, kind?: string, sku?: object][] = [
  [
    'Microsoft.Compute/virtualMachines',
    12,
    (n) => ({
      vmId: guid(n),
      provisioningState: 'Succeeded',
      hardwareProfile: { vmSize: 'Standard_D4s_v5' },
      extended: { instanceView: { powerState: { code: 'PowerState/running', displayStatus: 'VM running' } } },
      storageProfile: { osDisk: { osType: n % 3 ? 'Linux' : 'Windows' } },
    }),
  ],
  [
    'Microsoft.Compute/disks',
    14,
    (n) => ({ diskSizeGB: 128, diskState: 'Attached', uniqueId: guid(n + 1_000_000) }),
    '',
    { name: 'Premium_LRS', tier: 'Premium' },
  ],
  ['Microsoft.Network/networkInterfaces', 12, (n) => ({ resourceGuid: guid(n + 2_000_000), macAddress: '60-45-BD-00-00-01' })],
  ['Microsoft.Network/publicIPAddresses', 4, (n) => ({ resourceGuid: guid(n + 3_000_000), ipAddress: `20.91.${n % 200}.${n % 250}` })],
  ['Microsoft.Network/networkSecurityGroups', 5, () => ({ provisioningState: 'Succeeded', securityRules: [] })],
  ['Microsoft.Storage/storageAccounts', 6, () => ({ accessTier: 'Hot' }), 'StorageV2', { name: 'Standard_LRS', tier: 'Standard' }],
  ['Microsoft.Web/sites', 5, () => ({ state: 'Running', httpsOnly: true }), 'app,linux'],
  ['Microsoft.Web/serverFarms', 2, () => ({ status: 'Ready' }), 'linux', { name: 'P1v3', tier: 'PremiumV3' }],
  ['Microsoft.Sql/servers/databases', 4, () => ({ status: 'Online', collation: 'Finnish_Swedish_CI_AS' }), 'v12.0,user'],
  ['Microsoft.Insights/components', 4, () => ({ Application_Type: 'web' }), 'web'],
  ['Microsoft.ManagedIdentity/userAssignedIdentities', 3, () => null],
]

const rareTypes =
  'Microsoft.AAD/domainServices Microsoft.AlertsManagement/smartDetectorAlertRules Microsoft.ApiManagement/service Microsoft.App/containerApps Microsoft.App/managedEnvironments ' +
  'Microsoft.AppConfiguration/configurationStores Microsoft.Automation/automationAccounts Microsoft.Automation/automationAccounts/runbooks Microsoft.Batch/batchAccounts ' +
  'Microsoft.Cache/Redis Microsoft.Cdn/profiles Microsoft.CognitiveServices/accounts Microsoft.Compute/availabilitySets Microsoft.Compute/galleries Microsoft.Compute/images ' +
  'Microsoft.Compute/snapshots Microsoft.Compute/virtualMachines/extensions Microsoft.Compute/virtualMachineScaleSets Microsoft.ContainerInstance/containerGroups ' +
  'Microsoft.ContainerRegistry/registries Microsoft.ContainerService/managedClusters Microsoft.DBforMySQL/flexibleServers Microsoft.DBforPostgreSQL/flexibleServers ' +
  'Microsoft.DataFactory/factories Microsoft.Databricks/workspaces Microsoft.DesktopVirtualization/hostpools Microsoft.DocumentDB/databaseAccounts Microsoft.EventGrid/systemTopics ' +
  'Microsoft.EventHub/namespaces Microsoft.HybridCompute/machines Microsoft.Insights/actionGroups Microsoft.Insights/dataCollectionRules Microsoft.Insights/metricAlerts ' +
  'Microsoft.Insights/webtests Microsoft.KeyVault/vaults Microsoft.Kusto/clusters Microsoft.Logic/workflows Microsoft.MachineLearningServices/workspaces Microsoft.Network/applicationGateways ' +
  'Microsoft.Network/azureFirewalls Microsoft.Network/bastionHosts Microsoft.Network/connections Microsoft.Network/dnszones Microsoft.Network/frontDoors Microsoft.Network/loadBalancers ' +
  'Microsoft.Network/natGateways Microsoft.Network/networkWatchers Microsoft.Network/privateDnsZones Microsoft.Network/privateEndpoints Microsoft.Network/routeTables ' +
  'Microsoft.Network/trafficManagerProfiles Microsoft.Network/virtualNetworkGateways Microsoft.Network/virtualNetworks Microsoft.OperationalInsights/workspaces Microsoft.Portal/dashboards ' +
  'Microsoft.RecoveryServices/vaults Microsoft.Relay/namespaces Microsoft.Search/searchServices Microsoft.ServiceBus/namespaces Microsoft.SignalRService/SignalR Microsoft.Sql/servers ' +
  'Microsoft.StreamAnalytics/streamingjobs Microsoft.Synapse/workspaces Microsoft.Web/connections Microsoft.Web/staticSites Contoso.Unheard/ofThings'

const hex = (n: number, width: number) => n.toString(16).padStart(width, '0')
const guid = (n: number) => `${hex((n * 2_654_435_761) % 4_294_967_296, 8)}-0000-4000-8000-${hex(n, 12)}`

const regions = ['swedencentral', 'westeurope', 'northeurope', 'global']
const applications = ['kassa', 'lager', 'webb', 'lön', 'bokning']
const environments = ['prod', 'test', 'utv']
export const recordedTenant = '5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11'
export const recordedSubscriptions = [
  { subscriptionId: '0f6b1c9e-1111-4c70-8b36-2f4f3c0b0001', name: 'Nordan Produktion' },
  { subscriptionId: '0f6b1c9e-2222-4c70-8b36-2f4f3c0b0002', name: 'Nordan Test' },
]

/** Every shape that occurs: tags null, empty and in odd letters, no properties, kinds that are empty, ids in mixed case. */
function tagsOf(n: number): Record<string, string> | null {
  if (n % 9 === 0) return null
  if (n % 13 === 0) return {}
  const application = applications[n % applications.length] ?? 'webb'
  const odd = n % 97 === 0 ? { 'hidden-title': '<b>Före</b>', kommentar: '=1+1', Ägare: 'Åsa 🛒' } : {}
  return { application, environment: environments[n % environments.length] ?? 'prod', ...odd }
}

/** An inventory of at least 2,000 resources of more than 60 types, the same each time. */
export function recordInventory(size = 2400): AzureResource[] {
  const rare = rareTypes
    .split(' ')
    .map((type): (typeof types)[number] => [type, 0, (n) => (n % 5 ? { provisioningState: 'Succeeded' } : null)])
  const frequent = types.flatMap((type) => Array.from({ length: type[1] }, () => type))
  return Array.from({ length: size }, (_, n) => {
    const [type, , properties, kind = '', sku = null] =
      (n % 4 === 0 ? rare[(n / 4) % rare.length] : frequent[n % frequent.length]) ?? types[0] ?? fail()
    const subscription = recordedSubscriptions[n % 5 === 0 ? 1 : 0] ?? fail()
    const resourceGroup = `rg-${applications[n % applications.length]}-${environments[n % environments.length]}`
    const name = `${type.split('/').at(-1)?.toLowerCase()}-${String(n).padStart(5, '0')}`
    return {
      id: `/subscriptions/${subscription.subscriptionId}/resourceGroups/${n % 7 ? resourceGroup : resourceGroup.toUpperCase()}/providers/${type}/${name}`,
      name,
      type: type.toLowerCase(),
      tenantId: recordedTenant,
      kind,
      location: regions[n % regions.length] ?? 'global',
      resourceGroup: resourceGroup.toLowerCase(),
      subscriptionId: subscription.subscriptionId,
      managedBy: '',
      sku,
      plan: null,
      properties: properties(n),
      tags: tagsOf(n),
      identity: n % 11 ? null : { type: 'SystemAssigned', principalId: guid(n), tenantId: recordedTenant },
      zones: n % 6 ? null : ['1'],
      extendedLocation: null,
    }
  })
}

const fail = (): never => {
  throw new Error('The inventory has no such part.')
}
