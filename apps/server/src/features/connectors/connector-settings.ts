import type { AzureAddresses } from './azure-request.ts'
import type { ConnectorSettings } from './run-connectors.ts'

/** What reads a cloud is loaded when one is read. */
export const createConnectorSettings = (key: Buffer, azure: AzureAddresses): ConnectorSettings => ({
  key,
  azure: async () => (await import('./azure-source.ts')).createAzureSource(azure),
})
