import { idFromText } from './demo-entity.ts'
import { inGroup, type Properties, type PropertiesByKind, reference, type Source, subnetOf } from './demo-property-source.ts'

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

export const computeProperties: PropertiesByKind = {
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
