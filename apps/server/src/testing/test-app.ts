import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { openApp } from '#server/app.ts'
import { createCommandSigner } from '#server/features/agent-commands/command-signer.ts'
import { type AttachmentStore, createAttachmentStore } from '#server/features/attachments/attachment-store.ts'
import type { ChecklistParts } from '#server/features/checklists/read-checklist.ts'
import type { AzureAddresses } from '#server/features/connectors/azure-request.ts'
import { createConnectorSettings } from '#server/features/connectors/connector-settings.ts'
import { type ArchiveStore, createArchiveStore } from '#server/features/customer-archive/archive-store.ts'
import type { PowerBiSettings } from '#server/features/embedded-reports/power-bi.ts'
import { uploadDelivery } from '#server/features/entity-uploads/deliver-upload.ts'
import type { MetricStore } from '#server/features/metrics/metric-store.ts'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import type { PhoneParts } from '#server/features/phone-callbacks/open-phone-callbacks.ts'
import type { GoogleIssuer } from '#server/features/signals/check-sender.ts'
import { createSignalProcessor } from '#server/features/signals/process-signals.ts'
import { createBrandingSource } from '#server/platform/branding/branding-source.ts'
import { createListener, type Listener } from '#server/platform/database/listen.ts'
import { createHttpApp } from '#server/platform/http/create-http-app.ts'
import { type RequestLimits, unlimited } from '#server/platform/http/limit-requests.ts'
import { ed25519KeyOf } from '#server/platform/keys/ed25519-key.ts'
import { countSecrets } from '#server/platform/keys/reencrypt-secrets.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { createLiveHub } from '#server/platform/live/live-hub.ts'
import type { Log } from '#server/platform/log.ts'
import { createVapid } from '#server/platform/push/vapid.ts'
import { createTokenVerifier } from '#server/platform/sign-in/verify-access-token.ts'
import { ports } from '#server/roles/ports.ts'
import { chatBox, sealedColumns } from '#server/roles/sealed-columns.ts'
import { clockAt } from '#server/testing/moved-clock.ts'
import { createTestDatabase, silentLog, type TestDatabase, testKeys } from '#server/testing/test-database.ts'

const issuer = 'https://provider.test'
const audience = 'api://vakt'
/** What the secrets of webhooks and connectors are encrypted with in tests. */
export const testSecrets = createSecretBox({ keys: testKeys, legacyPasswords: [] }, 'secrets of tests')
const keyPair = await generateKeyPair('ES256', { extractable: true })
const publicKey = { ...(await exportJWK(keyPair.publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }

/** Someone with an account at the provider of the tests. */
export type TestUser = { email: string; roles: string[]; subject?: string; claims?: Record<string, unknown> }

const testMail = { from: { name: 'Vakt', address: 'vakt@vakt.test' }, server: null }
const nowhere = { login: 'http://127.0.0.1:9', management: 'http://127.0.0.1:9', pauseMilliseconds: 1 }
/** What the worker reads clouds with in tests that have none. */
export const testConnectors = createConnectorSettings(testSecrets, nowhere, uploadDelivery)

/** An access token as the provider would give it; the provider is the only part that is not ours. */
export function signToken(
  user: TestUser,
  overrides: { typ?: string; audience?: string; expires?: string; issuedAt?: Date } = {},
): Promise<string> {
  const claims = { name: user.email.split('@')[0], email: user.email, email_verified: true, roles: user.roles, ...user.claims }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'test', typ: overrides.typ ?? 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(overrides.audience ?? audience)
    .setSubject(user.subject ?? user.email)
    .setIssuedAt(overrides.issuedAt ?? new Date())
    .setJti(randomUUID())
    .setExpirationTime(overrides.expires ?? '1h')
    .sign(keyPair.privateKey)
}

/** Accepts what `signToken` signs. */
export const verifyToken = createTokenVerifier({
  issuer,
  audience,
  clientId: 'vakt-web',
  tokenType: 'at+jwt',
  rolesClaim: 'roles',
  keys: { keys: [publicKey] },
})

export type TestApp = TestDatabase & {
  app: FastifyInstance
  listener: Listener
  /** A call as the browser makes it, with the token of this user (or none). */
  call(
    user: TestUser | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  /** Sends to the ingest as a monitoring system would. */
  send(format: string, token: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Works through everything that waits in the inbox, as the worker does; with `now` at that time, which is what the clocks show. */
  work(now?: Date | WorkerClock): Promise<void>
}

/** What the clock of the process shows, and how far that of the database has been moved. */
type WorkerClock = { now: Date; clockShiftMs?: number }

/** The whole server in this process, on a database of its own. Requests go in without a port. `prepare` meets the server before its doors open. */
export async function createTestApp({
  prepare = () => {},
  log = silentLog,
  limits = unlimited,
  trustedProxies = [],
  attachmentStore = createAttachmentStore(null),
  archiveStore = createArchiveStore(null),
  mailServer = null,
  azure = nowhere,
  testDatabase = createTestDatabase(),
  google = { issuer: 'https://accounts.google.test', keysUrl: 'http://127.0.0.1:9/certs' },
  checklist = {},
  phone,
  powerBi = null,
  origin = 'https://vakt.test',
  agentPackages = '/nowhere',
  metricStore = ownMetricStore,
  databaseFolder = null,
}: {
  prepare?: (app: FastifyInstance) => void
  log?: Log
  limits?: RequestLimits
  trustedProxies?: string[]
  attachmentStore?: AttachmentStore
  archiveStore?: ArchiveStore
  mailServer?: string | null
  /** A server that speaks as Azure does; without one nothing answers. */
  azure?: AzureAddresses
  /** Instead of a fresh one. */
  testDatabase?: Promise<TestDatabase>
  /** Who issues the tokens of Google; without one its keys cannot be had. */
  google?: GoogleIssuer
  /** What the checklist is to test, beside nothing. */
  checklist?: Partial<ChecklistParts>
  /** Who sends SMS and makes calls; without, they are kept. */
  phone?: PhoneParts
  /** Without, no report of it can be opened. */
  powerBi?: PowerBiSettings | null
  /** Where people and agents reach it. */
  origin?: string
  /** The folder with the packages of the agent; without, there are none. */
  agentPackages?: string
  /** Instead of our own. */
  metricStore?: MetricStore
  /** As if the files of the database were there. */
  databaseFolder?: string | null
} = {}): Promise<TestApp> {
  const opened = await testDatabase
  const { database } = opened
  const app = createHttpApp(log, { isHttps: false, trustedProxies })
  prepare(app)
  const listener = createListener(database.connect, silentLog)
  const branding = createBrandingSource(database.app, silentLog)
  const signIn = { authority: issuer, clientId: 'vakt-web', scope: 'openid', prompt: 'select_account', isExternal: true, isDemo: false }
  const encrypting = {
    webhooks: { secrets: testSecrets, allowPrivate: true },
    connectors: createConnectorSettings(testSecrets, azure, uploadDelivery),
  }
  await openApp(app, {
    pool: database.app,
    ports,
    hub: createLiveHub(listener),
    listener,
    verifyToken,
    signIn,
    continuationSecret: Buffer.from('for tests'),
    checkResults: true,
    observeSignal: () => {},
    limits,
    apiTokens: { ownerSignInDays: 90 },
    attachmentStore,
    archiveStore,
    outgoing: {
      origin,
      from: { name: 'Vakt', address: 'vakt@vakt.test' },
      mailServer,
      previewSecret: Buffer.alloc(32, 7),
      phone: phone?.settings,
    },
    databaseFolder,
    branding: { pool: database.worker, source: branding, mail: checklist.mail ?? testMail },
    reports: { tokenSecret: Buffer.alloc(32, 8) },
    powerBi,
    agentCommands: createCommandSigner(Buffer.alloc(32, 9)),
    push: { publicKey: createVapid(Buffer.alloc(32, 10), 'vakt@vakt.test').publicKey, allowPrivate: true },
    agentPackages: { folder: agentPackages, key: ed25519KeyOf(Buffer.alloc(32, 10)) },
    ...(phone && { phone }),
    ...encrypting,
    chats: { secrets: chatBox(opened.keyring), allowPrivate: true },
    senderChecks: { secrets: testSecrets, google },
    metrics: { store: metricStore, isStoring: true },
    setUp: { pool: database.worker, issuer, isExternal: true },
    secretKeys: {
      keyIds: testKeys.map(({ id }) => id),
      count: () => countSecrets({ pool: database.worker }, sealedColumns({ keyring: opened.keyring, ...encrypting })),
    },
    checklist: {
      pool: database.worker,
      origin: 'https://vakt.test',
      issuer,
      isExternal: true,
      mail: testMail,
      backupMaxAgeDays: 2,
      isEmbedded: false,
      ...checklist,
    },
  })
  await app.ready()
  const processSignals = createSignalProcessor()
  const inject = (options: InjectOptions) => app.inject(options)
  return {
    ...opened,
    app,
    listener,
    async call(user, method, path, body, headers = {}) {
      const authorization = user ? { authorization: `Bearer ${await signToken(user)}` } : {}
      return inject({
        method: method as 'GET',
        url: `/api/v1${path}`,
        headers: { ...authorization, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
    },
    send(format, token, body, headers = {}) {
      const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      return inject({
        method: 'POST',
        url: `/ingest/v1/${format}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        payload,
      })
    },
    async work(now) {
      const createContext = () => ({
        actor: { type: 'system' as const, job: 'process-signals' },
        ...(now instanceof Date ? clockAt(now) : (now ?? { now: new Date() })),
        pool: database.worker,
        ports,
        log: silentLog,
        requestId: null,
        isStaff: false,
      })
      while (await processSignals(createContext)) {
        // Until nothing waits any more.
      }
    },
    async close() {
      await app.close()
      await listener.stop()
      await opened.close()
    },
  }
}

/** How the worker sends in tests: mails are kept. */
export const testOutgoing = {
  origin: 'https://vakt.test',
  from: { name: 'Vakt', address: 'vakt@vakt.test' },
  server: null,
  webhooks: { secrets: testSecrets, allowPrivate: true },
}
