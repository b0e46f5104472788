import type { AzureKind } from './azure-types.ts'
import { type DemoEntity, idFromText } from './demo-entity.ts'

type Properties = Record<string, unknown>
/** The id of another resource of the same customer by its name, undefined where it has none of that name. */
type IdOf = (name: string) => string | undefined
type Source = { entity: DemoEntity; idOf: IdOf }

const reference = (id: string | undefined) => (id ? { id } : undefined)
const subnetOf = (idOf: IdOf, name: string) => {
  const network = idOf('vnet-hub')
  return network ? { id: `${network}/subnets/${name}` } : undefined
}
const addressOf = (text: string) => `10.64.${12 + (text.length % 5)}.${10 + (idFromText(text).charCodeAt(0) % 60)}`
const inGroup = ({ externalId }: DemoEntity, rest: string) => `${externalId.split('/providers/')[0]}/providers/${rest}`

const machineImage = (name: string) =>
  /print|dc|sync|reporting/.test(name)
    ? { publisher: 'MicrosoftWindowsServer', offer: 'WindowsServer', sku: '2025-datacenter-azure-edition', version: 'latest' }
    : { publisher: 'Canonical', offer: 'ubuntu-24_04-lts', sku: 'server', version: 'latest' }

const machine = ({ entity, idOf }: Source): Properties => ({
  vmId: idFromText(`vm ${entity.entityId}`),
  hardwareProfile: { vmSize: /wms|pos|search/.test(entity.name) ? 'Standard_D8s_v6' : 'Standard_D4s_v6' },
  storageProfile: {
    imageReference: machineImage(entity.name),
    osDisk: {
      name: `${entity.name}-os`,
      createOption: 'FromImage',
      caching: 'ReadWrite',
      diskSizeGB: 128,
      managedDisk: { storageAccountType: 'Premium_LRS', id: inGroup(entity, `Microsoft.Compute/disks/${entity.name}-os`) },
    },
    dataDisks: idOf(`${entity.name}-data`)
      ? [
          {
            lun: 0,
            name: `${entity.name}-data`,
            caching: 'None',
            diskSizeGB: 512,
            managedDisk: { storageAccountType: 'Premium_LRS', id: idOf(`${entity.name}-data`) },
          },
        ]
      : [],
  },
  osProfile: { computerName: entity.name, adminUsername: 'drift', allowExtensionOperations: true },
  networkProfile: {
    networkInterfaces: [
      {
        id: idOf(`nic-${entity.name}`) ?? inGroup(entity, `Microsoft.Network/networkInterfaces/nic-${entity.name}`),
        properties: { primary: true, subnet: subnetOf(idOf, 'snet-servers') },
      },
    ],
  },
  diagnosticsProfile: { bootDiagnostics: { enabled: true } },
  securityProfile: { securityType: 'TrustedLaunch', uefiSettings: { secureBootEnabled: true, vTpmEnabled: true } },
  extended: { instanceView: { powerState: { code: `PowerState/${entity.row.status}`, level: 'Info' } } },
  provisioningState: 'Succeeded',
})

const site = ({ entity, idOf }: Source): Properties => ({
  state: 'Running',
  enabled: true,
  hostNames: [`${entity.name}.azurewebsites.net`],
  defaultHostName: `${entity.name}.azurewebsites.net`,
  httpsOnly: true,
  serverFarmId: idOf(/intranet/.test(entity.name) ? 'plan-intranet' : /func/.test(entity.name) ? 'plan-stock' : 'plan-webshop'),
  siteConfig: { linuxFxVersion: 'DOTNETCORE|10.0', alwaysOn: true, http20Enabled: true, minTlsVersion: '1.3', ftpsState: 'Disabled' },
  virtualNetworkSubnetId: subnetOf(idOf, 'snet-apps')?.id,
  outboundIpAddresses: '20.91.140.12,20.91.140.77,20.91.141.3',
})

const database = ({ entity }: Source): Properties => ({
  status: 'Online',
  collation: entity.name === 'receipts' ? 'Finnish_Swedish_CI_AS' : 'SQL_Latin1_General_CP1_CI_AS',
  maxSizeBytes: 268_435_456_000,
  currentServiceObjectiveName: 'GP_Gen5_4',
  requestedBackupStorageRedundancy: 'Geo',
  zoneRedundant: true,
  readScale: entity.name === 'receipts' ? 'Enabled' : 'Disabled',
})

const byKind: Partial<Record<AzureKind, (source: Source) => Properties>> = {
  vm: machine,
  scaleSet: ({ idOf }) => ({
    provisioningState: 'Succeeded',
    upgradePolicy: { mode: 'Rolling' },
    virtualMachineProfile: {
      networkProfile: {
        networkInterfaceConfigurations: [
          { name: 'build', properties: { ipConfigurations: [{ properties: { subnet: subnetOf(idOf, 'snet-build') } }] } },
        ],
      },
    },
  }),
  disk: ({ entity, idOf }) => ({
    diskState: entity.row.status === 'unattached' ? 'Unattached' : 'Attached',
    diskSizeGB: 512,
    diskIOPSReadWrite: 2300,
    diskMBpsReadWrite: 150,
    encryption: { type: 'EncryptionAtRestWithPlatformKey' },
    managedBy: entity.name.endsWith('-data') ? idOf(entity.name.replace(/-data$/, '')) : undefined,
  }),
  networkInterface: ({ entity, idOf }) => ({
    macAddress: '00-0D-3A-6E-21-B4',
    enableAcceleratedNetworking: true,
    virtualMachine: reference(idOf(entity.name.replace('nic-', ''))),
    networkSecurityGroup: reference(idOf('nsg-servers')),
    ipConfigurations: [
      {
        name: 'primary',
        properties: {
          privateIPAddress: addressOf(entity.name),
          privateIPAllocationMethod: 'Static',
          subnet: subnetOf(idOf, 'snet-servers'),
        },
      },
    ],
  }),
  securityGroup: ({ idOf }) => ({
    securityRules: [
      {
        name: 'allow-https',
        properties: {
          priority: 100,
          direction: 'Inbound',
          access: 'Allow',
          protocol: 'Tcp',
          destinationPortRange: '443',
          sourceAddressPrefix: '10.64.0.0/16',
        },
      },
      {
        name: 'allow-exporter',
        properties: {
          priority: 110,
          direction: 'Inbound',
          access: 'Allow',
          protocol: 'Tcp',
          destinationPortRange: '9100',
          sourceAddressPrefix: '10.64.2.0/24',
        },
      },
      {
        name: 'deny-all',
        properties: {
          priority: 4096,
          direction: 'Inbound',
          access: 'Deny',
          protocol: '*',
          destinationPortRange: '*',
          sourceAddressPrefix: '*',
        },
      },
    ],
    subnets: [subnetOf(idOf, 'snet-servers')],
  }),
  arc: ({ entity }) => ({
    status: entity.row.status === 'connected' ? 'Connected' : 'Disconnected',
    agentVersion: '1.58.03102.1112',
    osName: 'linux',
    osSku: 'Ubuntu 24.04.3 LTS',
    machineFqdn: `${entity.name}.stores.nordan.example`,
    detectedProperties: {
      cloudprovider: 'N/A',
      manufacturer: 'Dell Inc.',
      model: 'PowerEdge XR4000',
      coreCount: '8',
      totalPhysicalMemoryInBytes: '34359738368',
    },
    lastStatusChange: String((entity.row.modified_at as Date).toISOString()),
  }),
  aks: ({ entity, idOf }) => ({
    kubernetesVersion: '1.34.1',
    powerState: { code: 'Running' },
    fqdn: `${entity.name}-dns.hcp.swedencentral.azmk8s.io`,
    agentPoolProfiles: [
      { name: 'system', count: 3, vmSize: 'Standard_D4s_v6', mode: 'System', vnetSubnetID: subnetOf(idOf, 'snet-aks')?.id },
      {
        name: 'shop',
        count: 5,
        minCount: 3,
        maxCount: 12,
        enableAutoScaling: true,
        vmSize: 'Standard_D8s_v6',
        mode: 'User',
        vnetSubnetID: subnetOf(idOf, 'snet-aks')?.id,
      },
    ],
    networkProfile: { networkPlugin: 'azure', networkPluginMode: 'overlay', networkPolicy: 'cilium', serviceCidr: '172.16.0.0/16' },
    addonProfiles: { omsagent: { enabled: true, config: { logAnalyticsWorkspaceResourceID: idOf('log-nordan') } } },
    acrProfile: { registries: [reference(idOf('crnordan'))] },
  }),
  webApp: site,
  functionApp: site,
  plan: ({ entity }) => ({
    status: 'Ready',
    numberOfSites: 2,
    numberOfWorkers: entity.name === 'plan-webshop' ? 4 : 1,
    zoneRedundant: entity.name === 'plan-webshop',
    reserved: true,
    sku: { name: 'P1v3', tier: 'PremiumV3' },
  }),
  gateway: ({ idOf }) => ({
    operationalState: 'Running',
    sku: { name: 'WAF_v2', tier: 'WAF_v2' },
    gatewayIPConfigurations: [{ name: 'gateway', properties: { subnet: subnetOf(idOf, 'snet-gateway') } }],
    frontendIPConfigurations: [{ name: 'public', properties: { publicIPAddress: reference(idOf('pip-appgw-webshop')) } }],
    sslCertificates: [
      {
        name: 'shop-nordan-example',
        properties: { keyVaultSecretId: 'https://kv-nordan-prod.vault.azure.net/secrets/shop-nordan-example' },
      },
    ],
    backendTargets: [reference(idOf('vm-web-01')), reference(idOf('vm-web-02'))],
    webApplicationFirewallConfiguration: { enabled: true, firewallMode: 'Prevention', ruleSetType: 'OWASP', ruleSetVersion: '3.2' },
  }),
  loadBalancer: ({ idOf }) => ({
    frontendIPConfigurations: [{ name: 'pos', properties: { privateIPAddress: '10.64.20.4', subnet: subnetOf(idOf, 'snet-pos') } }],
    backendAddressPools: [
      {
        name: 'pos',
        properties: {
          loadBalancerBackendAddresses: ['vm-pos-01', 'vm-pos-02'].map((name) => ({ name, properties: reference(idOf(name)) })),
        },
      },
    ],
    probes: [{ name: 'tcp-8443', properties: { protocol: 'Tcp', port: 8443, intervalInSeconds: 5, probeThreshold: 2 } }],
  }),
  firewall: ({ idOf }) => ({
    threatIntelMode: 'Deny',
    sku: { name: 'AZFW_VNet', tier: 'Premium' },
    ipConfigurations: [{ name: 'hub', properties: { privateIPAddress: '10.64.0.4', subnet: subnetOf(idOf, 'AzureFirewallSubnet') } }],
  }),
  vpn: ({ idOf }) => ({
    gatewayType: 'Vpn',
    vpnType: 'RouteBased',
    sku: { name: 'VpnGw2AZ', capacity: 2 },
    activeActive: true,
    ipConfigurations: [{ name: 'stores', properties: { subnet: subnetOf(idOf, 'GatewaySubnet') } }],
  }),
  network: () => ({
    addressSpace: { addressPrefixes: ['10.64.0.0/16'] },
    subnets: [
      'AzureFirewallSubnet',
      'GatewaySubnet',
      'snet-servers',
      'snet-apps',
      'snet-aks',
      'snet-pos',
      'snet-gateway',
      'snet-build',
    ].map((name, index) => ({
      name,
      properties: { addressPrefix: `10.64.${index * 8}.0/21`, provisioningState: 'Succeeded' },
    })),
    enableDdosProtection: true,
  }),
  publicAddress: ({ idOf }) => ({
    ipAddress: '20.240.17.83',
    publicIPAllocationMethod: 'Static',
    ipConfiguration: reference(idOf('appgw-webshop')),
  }),
  sqlServer: ({ entity }) => ({
    version: '12.0',
    state: 'Ready',
    fullyQualifiedDomainName: `${entity.name}.database.windows.net`,
    minimalTlsVersion: '1.2',
    publicNetworkAccess: 'Disabled',
    administrators: { azureADOnlyAuthentication: true, login: 'grp-sql-admins' },
  }),
  sqlDatabase: database,
  postgres: ({ idOf }) => ({
    version: '16',
    state: 'Ready',
    storage: { storageSizeGB: 512, autoGrow: 'Enabled' },
    highAvailability: { mode: 'ZoneRedundant', state: 'Healthy' },
    backup: { backupRetentionDays: 35, geoRedundantBackup: 'Enabled' },
    network: { delegatedSubnetResourceId: subnetOf(idOf, 'snet-servers')?.id },
  }),
  storage: ({ entity, idOf }) => ({
    accessTier: 'Hot',
    minimumTlsVersion: 'TLS1_2',
    allowBlobPublicAccess: false,
    primaryEndpoints: { blob: `https://${entity.name}.blob.core.windows.net/`, file: `https://${entity.name}.file.core.windows.net/` },
    encryption:
      entity.name === 'stnordanlake'
        ? { keySource: 'Microsoft.Keyvault', keyvaultproperties: { keyname: 'lake', vault: reference(idOf('kv-nordan-prod')) } }
        : { keySource: 'Microsoft.Storage' },
  }),
  vault: () => ({
    sku: { family: 'A', name: 'standard' },
    enableRbacAuthorization: true,
    enableSoftDelete: true,
    softDeleteRetentionInDays: 90,
    enablePurgeProtection: true,
    publicNetworkAccess: 'Disabled',
  }),
  redis: () => ({
    redisVersion: '6.0',
    sku: { name: 'Premium', family: 'P', capacity: 1 },
    enableNonSslPort: false,
    sslPort: 6380,
    redisConfiguration: { 'maxmemory-policy': 'allkeys-lru' },
  }),
  cosmos: () => ({
    consistencyPolicy: { defaultConsistencyLevel: 'Session' },
    enableAutomaticFailover: true,
    locations: [
      { locationName: 'Sweden Central', failoverPriority: 0 },
      { locationName: 'North Europe', failoverPriority: 1 },
    ],
    backupPolicy: { type: 'Continuous' },
  }),
  insights: ({ idOf }) => ({ Application_Type: 'web', RetentionInDays: 30, WorkspaceResourceId: idOf('log-nordan') }),
  dataFactory: ({ idOf }) => ({
    version: '2018-06-01',
    linkedStores: ['stnordanlake', 'sql-dw-prod'].map((name) => ({ name, resourceId: idOf(name) })),
  }),
  databricks: ({ idOf }) => ({
    sku: 'premium',
    workspaceUrl: 'adb-4410273658120947.7.azuredatabricks.net',
    parameters: { customVirtualNetworkId: { value: idOf('vnet-hub') }, storageAccount: { value: idOf('stnordanlake') } },
  }),
  backupVault: ({ idOf }) => ({
    redundancySettings: { standardTierStorageRedundancy: 'GeoRedundant' },
    protectedItems: ['vm-wms-01', 'vm-wms-02', 'vm-pos-01', 'vm-dc-01', 'stnordanfiles'].map((name) => ({
      name,
      sourceResourceId: idOf(name),
      policyName: 'daily-35-days',
    })),
  }),
  automation: ({ idOf }) => ({ state: 'Ok', disableLocalAuth: true, linkedWorkspace: reference(idOf('log-nordan')) }),
}

/** What Azure says of each of a customer's resources, with the ids of the others in it. */
export function buildProperties(entities: readonly DemoEntity[]): { externalId: string; properties: Properties }[] {
  const idOf: IdOf = (name) => entities.find((entity) => entity.name === name)?.externalId
  return entities.map((entity) => ({
    externalId: entity.externalId,
    properties: byKind[entity.kind]?.({ entity, idOf }) ?? { provisioningState: 'Succeeded' },
  }))
}
