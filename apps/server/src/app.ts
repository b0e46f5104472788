import { operations } from '@vakt/contract/operations.ts'
import type { SignInConfiguration } from '@vakt/contract/session.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Pool } from 'pg'
import { alertRoutes } from '#server/features/alerts/routes.ts'
import { apiTokenRoutes } from '#server/features/api-tokens/routes.ts'
import { customerRoutes } from '#server/features/customers/routes.ts'
import { entityRoutes } from '#server/features/entities/routes.ts'
import { incidentRoutes } from '#server/features/incidents/routes.ts'
import { permissionRoutes } from '#server/features/permissions/routes.ts'
import { recordedActionRoutes } from '#server/features/recorded-actions/routes.ts'
import { createGate } from '#server/features/session/identify.ts'
import { sessionRoutes } from '#server/features/session/routes.ts'
import { ingestPaths } from '#server/features/signals/ingest-document.ts'
import { type IngestObserver, openIngestDoor } from '#server/features/signals/ingest-door.ts'
import { ticketRoutes } from '#server/features/tickets/routes.ts'
import { userRoutes } from '#server/features/users/routes.ts'
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
  signIn: SignInConfiguration
  continuationSecret: Buffer
  checkResults: boolean
  observeSignal: IngestObserver
  limits: RequestLimits
}

/** Every feature's calls, one line each. */
const callsOf = (signIn: SignInConfiguration) => [
  ...sessionRoutes(signIn),
  ...apiTokenRoutes,
  ...customerRoutes,
  ...incidentRoutes,
  ...alertRoutes,
  ...ticketRoutes,
  ...entityRoutes,
  ...permissionRoutes,
  ...userRoutes,
  ...recordedActionRoutes,
]

/** Opens all doors of the product on a bare server: the calls of the contract, the live stream, the ingest, the API document. */
export async function openApp(app: FastifyInstance, parts: AppParts): Promise<void> {
  const { pool, hub, verifyToken, continuationSecret, checkResults } = parts
  const gate = createGate(pool, verifyToken)
  const openCalls: FastifyPluginAsync = async (api) => {
    limitRequests(api, parts.limits)
    for (const call of callsOf(parts.signIn)) openCall(api, call, { gate, pool, continuationSecret, checkResults })
    openLiveDoor(api, gate, hub)
  }
  await app.register(openCalls, { prefix: '/api/v1' })
  await openIngestDoor(app, pool, parts.observeSignal, createLimit(parts.limits.signalsPerToken))
  await serveApiDocument(app, buildOpenApi(operations, ingestPaths))
}
