import { shownChannel } from '#web/features/channels/shown-integration.ts'
import { shownChat } from '#web/features/chat-destinations/shown-integration.ts'
import { shownConnectors } from '#web/features/connectors/shown-integrations.ts'
import { shownSource } from '#web/features/monitoring-sources/shown-integration.ts'
import { shownPowerBi } from '#web/features/reports/shown-integration.ts'
import { shownServiceToken } from '#web/features/service-tokens/shown-integration.ts'
import { shownWebhook } from '#web/features/webhooks/shown-integration.ts'
import type { ShownKind } from '#web/shared/integrations/shown-kind.ts'

/** How each kind of integration is shown. */
export const integrationKinds: readonly ShownKind[] = [
  shownSource,
  ...shownConnectors,
  shownWebhook,
  shownChat,
  shownChannel,
  shownPowerBi,
  shownServiceToken,
]
