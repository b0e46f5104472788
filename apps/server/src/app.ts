import { operations } from '@vakt/contract/operations.ts'
import type { SignInSettings } from '@vakt/contract/users/session.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Pool } from 'pg'
import { confirmationLink } from '#server/features/address-confirmations/confirmation-page.ts'
import type { CommandSigner } from '#server/features/agent-commands/command-signer.ts'
import { agentConfigurationRoutes } from '#server/features/agent-configurations/routes.ts'
import { agentTemplateRoutes } from '#server/features/agent-templates/routes.ts'
import { openAgentDoor } from '#server/features/agents/agent-door.ts'
import { type AgentPackageParts, openAgentPackages } from '#server/features/agents/agent-packages.ts'
import { agentRoutes } from '#server/features/agents/routes.ts'
import { alertRuleRoutes } from '#server/features/alert-rules/routes.ts'
import { alertRoutes } from '#server/features/alerts/routes.ts'
import { apiTokenRoutes } from '#server/features/api-tokens/routes.ts'
import type { ApiTokenSettings } from '#server/features/api-tokens/sign-in-deadline.ts'
import type { AttachmentStore } from '#server/features/attachments/attachment-store.ts'
import { attachmentRoutes } from '#server/features/attachments/routes.ts'
import type { BrandingParts } from '#server/features/branding/manage-branding.ts'
import { brandingRoutes } from '#server/features/branding/routes.ts'
import { channelRoutes } from '#server/features/channels/routes.ts'
import { chatDestinationRoutes } from '#server/features/chat-destinations/routes.ts'
import type { ChecklistParts } from '#server/features/checklists/read-checklist.ts'
import { checklistRoutes } from '#server/features/checklists/routes.ts'
import { cloudOpsRoutes } from '#server/features/cloudops/routes.ts'
import { connectorRoutes } from '#server/features/connectors/routes.ts'
import type { ConnectorSettings } from '#server/features/connectors/run-connectors.ts'
import { contactRuleRoutes } from '#server/features/contact-rules/routes.ts'
import { customDashboardRoutes } from '#server/features/custom-dashboards/routes.ts'
import type { ArchiveStore } from '#server/features/customer-archive/archive-store.ts'
import { customerArchiveRoutes } from '#server/features/customer-archive/routes.ts'
import { customerCardRoutes } from '#server/features/customer-cards/routes.ts'
import { customerClosingRoutes } from '#server/features/customer-closing/routes.ts'
import { customerErasingRoutes } from '#server/features/customer-erasing/routes.ts'
import { customerSettingsRoutes } from '#server/features/customer-settings/routes.ts'
import { createSetUpCheck, type NeedsSetUp } from '#server/features/customers/find-provider.ts'
import { customerRoutes } from '#server/features/customers/routes.ts'
import type { ChatSettings } from '#server/features/deliveries/chat-channel.ts'
import { openMailPreview } from '#server/features/deliveries/mail-preview.ts'
import type { Outgoing } from '#server/features/deliveries/outbox.ts'
import { deliveryRoutes } from '#server/features/deliveries/routes.ts'
import type { PowerBiSettings } from '#server/features/embedded-reports/power-bi.ts'
import { embeddedReportRoutes } from '#server/features/embedded-reports/routes.ts'
import { entityRoutes } from '#server/features/entities/routes.ts'
import { entityUploadRoutes } from '#server/features/entity-uploads/routes.ts'
import { failedJobRoutes } from '#server/features/failed-jobs/routes.ts'
import { followRoutes } from '#server/features/follows/routes.ts'
import { formerPeopleRoutes } from '#server/features/former-people/routes.ts'
import { handoverRoutes } from '#server/features/handovers/routes.ts'
import { incidentContactRoutes } from '#server/features/incident-contacts/routes.ts'
import { stopLink } from '#server/features/incident-contacts/stop-page.ts'
import { incidentMergingRoutes } from '#server/features/incidents/merging/routes.ts'
import { incidentRoutes } from '#server/features/incidents/routes.ts'
import { integrationRoutes } from '#server/features/integrations/routes.ts'
import { listViewRoutes } from '#server/features/list-views/routes.ts'
import { majorIncidentRoutes } from '#server/features/major-incidents/routes.ts'
import type { MetricStore } from '#server/features/metrics/metric-store.ts'
import { openMetricsDoor } from '#server/features/metrics/metrics-door.ts'
import { metricRoutes } from '#server/features/metrics/routes.ts'
import { createPointParts, type PointParts } from '#server/features/metrics/take-points.ts'
import { monitoringSourceRoutes } from '#server/features/monitoring-sources/routes.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { onCallRoutes } from '#server/features/on-call/routes.ts'
import { onCallShiftRoutes } from '#server/features/on-call-shifts/routes.ts'
import { pageLink } from '#server/features/page-links/page-link.ts'
import { pagingRoutes } from '#server/features/paging/routes.ts'
import { permissionRoutes } from '#server/features/permissions/routes.ts'
import { openPhoneCallbacks, type PhoneParts } from '#server/features/phone-callbacks/open-phone-callbacks.ts'
import { phoneNumberRoutes } from '#server/features/phone-numbers/routes.ts'
import { processRunRoutes } from '#server/features/process-runs/routes.ts'
import { processRoutes } from '#server/features/processes/routes.ts'
import { recordedActionRoutes } from '#server/features/recorded-actions/routes.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { retentionRoutes } from '#server/features/retention/routes.ts'
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
import type { SenderCheckParts } from '#server/features/signals/check-sender.ts'
import { ingestPaths } from '#server/features/signals/ingest-document.ts'
import { type IngestObserver, openIngestDoor } from '#server/features/signals/ingest-door.ts'
import { signalRoutes } from '#server/features/signals/routes.ts'
import { staffRoleRoutes } from '#server/features/staff-roles/routes.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { ticketRoutes } from '#server/features/tickets/routes.ts'
import { unmatchedSignalRoutes } from '#server/features/unmatched-signals/routes.ts'
import { userRoutes } from '#server/features/users/routes.ts'
import type { WebhookSettings } from '#server/features/webhooks/manage-webhooks.ts'
import { webhookRoutes } from '#server/features/webhooks/routes.ts'
import type { Ports } from '#server/platform/context.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { openCall } from '#server/platform/http/door.ts'
import { identifyInLine } from '#server/platform/http/identify-in-line.ts'
import { createLimit, limitRequests, type RequestLimits } from '#server/platform/http/limit-requests.ts'
import { openLinkPage } from '#server/platform/http/link-pages.ts'
import { buildOpenApi } from '#server/platform/http/open-api.ts'
import { openDownloads } from '#server/platform/http/open-downloads.ts'
import { serveApiDocument } from '#server/platform/http/serve-api-document.ts'
import { openLiveDoor } from '#server/platform/live/live-door.ts'
import type { LiveHub } from '#server/platform/live/live-hub.ts'
import type { VerifyAccessToken } from '#server/platform/sign-in/verify-access-token.ts'
import { integrationKinds } from '#server/roles/integration-kinds.ts'

export type AppParts = {
  pool: Pool
  ports: Ports
  hub: LiveHub
  listener: Listener
  verifyToken: VerifyAccessToken
  signIn: SignInSettings
  continuationSecret: Buffer
  checkResults: boolean
  observeSignal: IngestObserver
  limits: RequestLimits
  apiTokens: ApiTokenSettings
  attachmentStore: AttachmentStore
  archiveStore: ArchiveStore
  outgoing: Outgoing
  phone?: PhoneParts
  webhooks: WebhookSettings
  chats: ChatSettings
  connectors: ConnectorSettings
  senderChecks: SenderCheckParts
  metrics: { store: MetricStore; isStoring: boolean }
  setUp: SetUpParts
  checklist: ChecklistParts
  secretKeys: SecretKeyParts
  reports: { tokenSecret: Buffer }
  branding: BrandingParts
  /** Where the files of the database are; null: it is asked. */
  databaseFolder: string | null
  powerBi: PowerBiSettings | null
  agentCommands: CommandSigner
  /** What browsers subscribe to web push with, and whether inner addresses may be called. */
  push: { publicKey: string; allowPrivate: boolean }
  agentPackages: AgentPackageParts
}

const channelPartsOf = ({ setUp, outgoing, phone }: { setUp: SetUpParts; outgoing: Outgoing; phone: PhoneParts | undefined }) => ({
  worker: setUp.pool,
  origin: outgoing.origin,
  from: outgoing.from,
  mailServer: outgoing.mailServer,
  phone: phone ?? null,
})

/** Every feature's calls, one line each. */
const callsOf = (
  {
    signIn,
    apiTokens,
    attachmentStore,
    archiveStore,
    outgoing,
    webhooks,
    chats,
    connectors,
    senderChecks,
    metrics,
    setUp,
    checklist,
    branding,
    databaseFolder,
    secretKeys,
    phone,
    reports,
    powerBi,
    push,
    agentPackages,
  }: AppParts,
  points: PointParts | null,
  needsSetUp: NeedsSetUp,
) => [
  ...sessionRoutes(signIn, needsSetUp),
  ...setUpRoutes(setUp),
  ...checklistRoutes(checklist),
  ...brandingRoutes(branding),
  ...retentionRoutes({ pool: setUp.pool, databaseFolder }),
  ...secretKeyRoutes(secretKeys),
  ...apiTokenRoutes(apiTokens),
  ...serviceTokenRoutes,
  ...agentRoutes(agentPackages, outgoing.origin),
  ...agentTemplateRoutes,
  ...serviceWindowRoutes,
  ...agentConfigurationRoutes,
  ...cloudOpsRoutes,
  ...customerRoutes,
  ...customerCardRoutes,
  ...customerClosingRoutes,
  ...customerArchiveRoutes(archiveStore),
  ...customerErasingRoutes,
  ...customerSettingsRoutes,
  ...serviceLevelRoutes,
  ...incidentRoutes,
  ...incidentContactRoutes({
    worker: setUp.pool,
    settings: { origin: outgoing.origin, from: outgoing.from, isSending: outgoing.mailServer !== null },
  }),
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
  ...channelRoutes(channelPartsOf({ setUp, outgoing, phone })),
  ...contactRuleRoutes({ ...channelPartsOf({ setUp, outgoing, phone }), push }),
  ...alertRuleRoutes(metrics.store),
  ...processRoutes(outgoing.phone),
  ...ruleStandardRoutes,
  ...monitoringSourceRoutes(senderChecks.secrets),
  ...metricRoutes(metrics.store, points),
  ...notificationRoutes,
  ...webhookRoutes(webhooks),
  ...chatDestinationRoutes({ ...chats, worker: setUp.pool, from: outgoing.from }),
  ...failedJobRoutes,
  ...integrationRoutes(integrationKinds({ channels: channelPartsOf({ setUp, outgoing, phone }), hasPowerBi: powerBi !== null })),
  ...onCallRoutes,
  ...onCallShiftRoutes,
  ...pagingRoutes,
  ...reportRoutes(reports),
  ...embeddedReportRoutes(powerBi),
  ...teamRoutes,
  ...customDashboardRoutes,
  ...processRunRoutes(setUp.pool, outgoing.phone),
  ...phoneNumberRoutes({ worker: setUp.pool, from: outgoing.from, phone: outgoing.phone }),
  ...permissionRoutes,
  ...staffRoleRoutes,
  ...handoverRoutes(),
  ...formerPeopleRoutes(),
  ...userRoutes(channelPartsOf({ setUp, outgoing, phone })),
  ...recordedActionRoutes,
  ...unmatchedSignalRoutes,
]

/** Opens all doors of the product on a bare server: the calls of the contract, the live stream, the ingest, the API document. */
export async function openApp(app: FastifyInstance, parts: AppParts): Promise<void> {
  const { pool, ports, hub, verifyToken, continuationSecret, checkResults } = parts
  const needsSetUp = createSetUpCheck(parts.setUp.pool)
  const failedPerAddress = createLimit(parts.limits.failedSignInsPerAddress)
  const gate = identifyInLine(createGate(pool, verifyToken, parts.apiTokens, needsSetUp), failedPerAddress)
  const points = parts.metrics.isStoring ? createPointParts(pool) : null
  const openCalls: FastifyPluginAsync = async (api) => {
    limitRequests(api, parts.limits, failedPerAddress)
    const calls = callsOf(parts, points, needsSetUp)
    const options = { gate, pool, ports, continuationSecret, checkResults, isHttps: parts.outgoing.origin.startsWith('https:') }
    for (const call of calls) openCall(api, call, options)
    await openDownloads(api, calls, options)
    openLiveDoor(api, gate, hub)
  }
  await app.register(openCalls, { prefix: '/api/v1' })
  openMailPreview(app, pool, parts.outgoing.previewSecret)
  for (const page of [pageLink({ pool, ports }), confirmationLink(pool), stopLink(pool)])
    await openLinkPage(app, page, parts.limits.perAddress, parts.branding.source)
  if (parts.phone) await openPhoneCallbacks(app, { pool, ports, worker: parts.setUp.pool }, parts.phone, parts.limits.perAddress)
  const perToken = createLimit(parts.limits.signalsPerToken)
  await openIngestDoor(app, pool, parts.observeSignal, parts.senderChecks, { perToken, failedPerAddress })
  await openMetricsDoor(app, pool, points, { perToken, failedPerAddress })
  await openAgentDoor(app, {
    pool,
    points,
    origin: parts.outgoing.origin,
    commands: parts.agentCommands,
    listener: parts.listener,
    failedPerAddress,
  })
  await openAgentPackages(app, parts.agentPackages, parts.limits.perAddress)
  await serveApiDocument(app, () => buildOpenApi(operations, ingestPaths))
}
