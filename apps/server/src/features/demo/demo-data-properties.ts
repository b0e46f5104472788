import { type Properties, type PropertiesByKind, reference, type Source, subnetOf } from './demo-property-source.ts'

const database = ({ entity }: Source): Properties => ({
  status: 'Online',
  collation: entity.name === 'receipts' ? 'Finnish_Swedish_CI_AS' : 'SQL_Latin1_General_CP1_CI_AS',
  maxSizeBytes: 268_435_456_000,
  currentServiceObjectiveName: 'GP_Gen5_4',
  requestedBackupStorageRedundancy: 'Geo',
  zoneRedundant: true,
  readScale: entity.name === 'receipts' ? 'Enabled' : 'Disabled',
})

export const dataProperties: PropertiesByKind = {
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
}
