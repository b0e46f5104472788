import type { SecretBox } from '#server/platform/keys/secret-box.ts'
import type { AzureAddresses } from './azure-request.ts'
import type { ConnectorSettings } from './run-connectors.ts'
import type { Delivery } from './source.ts'

/** What reads a cloud is loaded when one is read. */
export const createConnectorSettings = (secrets: SecretBox, azure: AzureAddresses, upload: Delivery): ConnectorSettings => ({
  secrets,
  addresses: azure,
  upload,
  azure: async () => (await import('./azure-source.ts')).createAzureSource(azure),
})
