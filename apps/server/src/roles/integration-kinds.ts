import { channelIntegrations } from '#server/features/channels/integration.ts'
import type { ChannelParts } from '#server/features/channels/list-channels.ts'
import { chatIntegrations } from '#server/features/chat-destinations/integration.ts'
import { connectorIntegrations } from '#server/features/connectors/integrations.ts'
import { embeddedReportIntegrations } from '#server/features/embedded-reports/integration.ts'
import type { IntegrationKind } from '#server/features/integrations/integration-kind.ts'
import { sourceIntegrations } from '#server/features/monitoring-sources/integration.ts'
import { serviceTokenIntegrations } from '#server/features/service-tokens/integration.ts'
import { webhookIntegrations } from '#server/features/webhooks/integration.ts'

/** Every kind of integration, in the order in which they are offered. */
export const integrationKinds = ({ channels, hasPowerBi }: { channels: ChannelParts; hasPowerBi: boolean }): IntegrationKind[] => [
  sourceIntegrations,
  ...connectorIntegrations,
  webhookIntegrations,
  chatIntegrations,
  channelIntegrations(channels),
  embeddedReportIntegrations(hasPowerBi),
  serviceTokenIntegrations,
]
