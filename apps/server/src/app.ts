import { operations } from '@vakt/contract/operations.ts'
import type { SignInSettings } from '@vakt/contract/session.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Pool } from 'pg'
import { alertRuleRoutes } from '#server/features/alert-rules/routes.ts'
import { alertRoutes } from '#server/features/alerts/routes.ts'
import { apiTokenRoutes } from '#server/features/api-tokens/routes.ts'
import type { ApiTokenSettings } from '#server/features/api-tokens/sign-in-deadline.ts'
import type { AttachmentStore } from '#server/features/attachments/attachment-store.ts'
import { attachmentRoutes } from '#server/features/attachments/routes.ts'
import type { ChecklistParts } from '#server/features/checklists/read-checklist.ts'
import { checklistRoutes } from '#server/features/checklists/routes.ts'
import { connectorRoutes } from '#server/features/connectors/routes.ts'
import type { ConnectorSettings } from '#server/features/connectors/run-connectors.ts'
import { customerSettingsRoutes } from '#server/features/customer-settings/routes.ts'
import { createSetUpCheck, type NeedsSetUp } from '#server/features/customers/find-provider.ts'
import { customerRoutes } from '#server/features/customers/routes.ts'
import { openMailPreview } from '#server/features/deliveries/mail-preview.ts'
import type { Outgoing } from '#server/features/deliveries/outbox.ts'
import { deliveryRoutes } from '#server/features/deliveries/routes.ts'
import { entityRoutes } from '#server/features/entities/routes.ts'
import { entityUploadRoutes } from '#server/features/entity-uploads/routes.ts'
import { failedJobRoutes } from '#server/features/failed-jobs/routes.ts'
import { followRoutes } from '#server/features/follows/routes.ts'
import { incidentMergingRoutes } from '#server/features/incident-merging/routes.ts'
import { incidentRoutes } from '#server/features/incidents/routes.ts'
import { listViewRoutes } from '#server/features/list-views/routes.ts'
import { majorIncidentRoutes } from '#server/features/major-incidents/routes.ts'
import type { MetricStore } from '#server/features/metrics/metric-store.ts'
import { openMetricsDoor } from '#server/features/metrics/metrics-door.ts'
import { metricRoutes } from '#server/features/metrics/routes.ts'
import { createPointParts, type PointParts } from '#server/features/metrics/take-points.ts'
import { monitoringSourceRoutes } from '#server/features/monitoring-sources/routes.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { onCallRoutes } from '#server/features/on-call/routes.ts'
import { permissionRoutes } from '#server/features/permissions/routes.ts'
import { recordedActionRoutes } from '#server/features/recorded-actions/routes.ts'
import { ruleStandardRoutes } from '#server/features/rule-standards/routes.ts'
import type { SecretKeyParts } from '#server/features/secret-keys/list-secret-keys.ts'
import { secretKeyRoutes } from '#server/features/secret-keys/routes.ts'
import { serviceLevelRoutes } from '#server/features/service-levels/routes.ts'
import { serviceTokenRoutes } from '#server/features/service-tokens/routes.ts'
import { serviceWindowRoutes } from '#server/features/service-windows/routes.ts'
import { createGate } from '#server/features/session/identify.ts'
import { sessionRoutes } from '#server/features/session/routes.ts'
import { setUpRoutes } from '#server/features/set-up/routes.ts'
import type { SetUpParts } from '#server/features/set-up/set-up-installation.ts'
import { ingestPaths } from '#server/features/signals/ingest-document.ts'
import { type IngestObserver, openIngestDoor } from '#server/features/signals/ingest-door.ts'
import { signalRoutes } from '#server/features/signals/routes.ts'
import { ticketRoutes } from '#server/features/tickets/routes.ts'
import { unmatchedSignalRoutes } from '#server/features/unmatched-signals/routes.ts'
import { userRoutes } from '#server/features/users/routes.ts'
import type { WebhookSettings } from '#server/features/webhooks/manage-webhooks.ts'
import { webhookRoutes } from '#server/features/webhooks/routes.ts'
import { openCall } from '#server/platform/http/door.ts'
import { createLimit, limitRequests, type RequestLimits } from '#server/platform/http/limit-requests.ts'
import { buildOpenApi } from '#server/platform/http/open-api.ts'
import { serveApiDocument } from '#server/platform/http/serve-api-document.ts'
import { openLiveDoor } from '#server/platform/live/live-door.ts'
import type { LiveHub } from '#server/platform/live/live-hub.ts'
import type { VerifyAccessToken } from '#server/platform/sign-in/verify-access-token.ts'

export type AppParts = {
  pool: Pool
  hub: LiveHub
  verifyToken: VerifyAccessToken
  signIn: SignInSettings
  continuationSecret: Buffer
  checkResults: boolean
  observeSignal: IngestObserver
  limits: RequestLimits
  apiTokens: ApiTokenSettings
  attachmentStore: AttachmentStore
  outgoing: Outgoing
  webhooks: WebhookSettings
  connectors: ConnectorSettings
  metrics: { store: MetricStore; isStoring: boolean }
  setUp: SetUpParts
  checklist: ChecklistParts
  secretKeys: SecretKeyParts
}

/** Every feature's calls, one line each. */
const callsOf = (
  { signIn, apiTokens, attachmentStore, outgoing, webhooks, connectors, metrics, setUp, checklist, secretKeys }: AppParts,
  points: PointParts | null,
  needsSetUp: NeedsSetUp,
) => [
  ...sessionRoutes(signIn, needsSetUp),
  ...setUpRoutes(setUp),
  ...checklistRoutes(checklist),
  ...secretKeyRoutes(secretKeys),
  ...apiTokenRoutes(apiTokens),
  ...serviceTokenRoutes,
  ...serviceWindowRoutes,
  ...customerRoutes,
  ...customerSettingsRoutes,
  ...serviceLevelRoutes,
  ...incidentRoutes,
  ...incidentMergingRoutes,
  ...majorIncidentRoutes,
  ...followRoutes,
  ...alertRoutes,
  ...signalRoutes,
  ...ticketRoutes,
  ...listViewRoutes,
  ...attachmentRoutes(attachmentStore),
  ...entityRoutes,
  ...entityUploadRoutes,
  ...connectorRoutes(connectors),
  ...deliveryRoutes(outgoing),
  ...alertRuleRoutes(metrics.store),
  ...ruleStandardRoutes,
  ...monitoringSourceRoutes,
  ...metricRoutes(metrics.store, points),
  ...notificationRoutes,
  ...webhookRoutes(webhooks),
  ...failedJobRoutes,
  ...onCallRoutes,
  ...permissionRoutes,
  ...userRoutes,
  ...recordedActionRoutes,
  ...unmatchedSignalRoutes,
]

/** Opens all doors of the product on a bare server: the calls of the contract, the live stream, the ingest, the API document. */
export async function openApp(app: FastifyInstance, parts: AppParts): Promise<void> {
  const { pool, hub, verifyToken, continuationSecret, checkResults } = parts
  const needsSetUp = createSetUpCheck(parts.setUp.pool)
  const gate = createGate(pool, verifyToken, parts.apiTokens, needsSetUp)
  const failedPerAddress = createLimit(parts.limits.failedSignInsPerAddress)
  const points = parts.metrics.isStoring ? createPointParts(pool) : null
  const openCalls: FastifyPluginAsync = async (api) => {
    limitRequests(api, parts.limits, failedPerAddress)
    for (const call of callsOf(parts, points, needsSetUp)) openCall(api, call, { gate, pool, continuationSecret, checkResults })
    openLiveDoor(api, gate, hub)
  }
  await app.register(openCalls, { prefix: '/api/v1' })
  openMailPreview(app, pool, parts.outgoing.previewSecret)
  const perToken = createLimit(parts.limits.signalsPerToken)
  await openIngestDoor(app, pool, parts.observeSignal, { perToken, failedPerAddress })
  await openMetricsDoor(app, pool, points, { perToken, failedPerAddress })
  await serveApiDocument(app, buildOpenApi(operations, ingestPaths))
}
