import path from 'node:path'
import type { SignInSettings } from '@vakt/contract/users/session.ts'
import type { FastifyInstance } from 'fastify'
import { openApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { createCommandSigner } from '#server/features/agent-commands/command-signer.ts'
import { createAttachmentStore } from '#server/features/attachments/attachment-store.ts'
import type { ConnectorSettings } from '#server/features/connectors/run-connectors.ts'
import { createArchiveStore } from '#server/features/customer-archive/archive-store.ts'
import { listDemoAccounts } from '#server/features/demo/list-demo-accounts.ts'
import { createMetricStore } from '#server/features/metrics/create-metric-store.ts'
import type { PhoneParts } from '#server/features/phone-callbacks/open-phone-callbacks.ts'
import { googleIssuer } from '#server/features/signals/check-sender.ts'
import { listEmbeddedAccounts } from '#server/features/users/list-embedded-accounts.ts'
import type { WebhookSettings } from '#server/features/webhooks/manage-webhooks.ts'
import { type BrandingSource, createBrandingSource, followBranding } from '#server/platform/branding/branding-source.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { deriveKey } from '#server/platform/derive-secret.ts'
import { createHttpApp } from '#server/platform/http/create-http-app.ts'
import { type Health, serveHealth } from '#server/platform/http/serve-health.ts'
import { serveManifest } from '#server/platform/http/serve-manifest.ts'
import { serveWeb } from '#server/platform/http/serve-web.ts'
import type { ArrivalRate } from '#server/platform/jobs/arrival-rate.ts'
import { ed25519KeyOf } from '#server/platform/keys/ed25519-key.ts'
import type { Keyring } from '#server/platform/keys/keyring.ts'
import { countSecrets } from '#server/platform/keys/reencrypt-secrets.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { createLiveHub } from '#server/platform/live/live-hub.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { openObjectStorage } from '#server/platform/object-storage.ts'
import { createVapid } from '#server/platform/push/vapid.ts'
import { createTokenVerifier, type VerifyAccessToken } from '#server/platform/sign-in/verify-access-token.ts'
import { ports } from './ports.ts'
import { chatBox, sealedColumns, sourceBox } from './sealed-columns.ts'

export type WebParts = {
  config: Config
  origin: string
  database: Database
  listener: Listener
  metrics: Metrics
  /** Counts the requests to write that are answered. */
  arrivals: ArrivalRate
  keyring: Keyring
  webhooks: WebhookSettings
  connectors: ConnectorSettings
  phone: PhoneParts
  log: Log
  /** Aborted when the process is told to stop. */
  stopping: AbortSignal
  checkHealth: () => Promise<Health>
}

const accessTokenSeconds = 600

type SignIn = { verifyToken: VerifyAccessToken; configuration: SignInSettings }

/** The configured provider, or the embedded one with the demo accounts and the people who were invited. */
async function openSignIn(
  app: FastifyInstance,
  { config, origin, database, keyring, log }: WebParts,
  branding: BrandingSource,
): Promise<SignIn> {
  const { issuer, ...signIn } = config.signIn
  const link = {
    ...(config.learnMoreUrl ? { learnMoreUrl: config.learnMoreUrl } : {}),
    ...(config.pageViews ? { pageViews: config.pageViews } : {}),
    ...(config.directoryPhoto ? { directoryPhoto: config.directoryPhoto } : {}),
  }
  const external = { clientId: signIn.clientId, scope: signIn.scope, prompt: signIn.prompt, ...link }
  const resource = signIn.resource ? { resource: signIn.resource } : {}
  if (issuer) {
    const onMisfit = (misfit: string) =>
      log.warn({ misfit }, 'sign-in: the access tokens of the identity provider do not fit the configuration')
    const verifyToken = createTokenVerifier({ ...signIn, issuer, keys: { discover: true }, onMisfit })
    const isExternal = new URL(issuer).origin !== origin
    return { verifyToken, configuration: { ...external, ...resource, authority: issuer, isExternal, isDemo: false } }
  }
  // A tenth of all modules, which an installation with an identity provider of its own does without.
  const { mountEmbeddedProvider } = await import('#server/platform/sign-in/embedded-provider.ts')
  const provider = await mountEmbeddedProvider(app, {
    origin,
    accounts: async () => [
      ...(await listDemoAccounts(database.worker)),
      ...(await listEmbeddedAccounts(database.worker, `${origin}/oidc`)),
    ],
    pool: database.app,
    secrets: createSecretBox(keyring, 'provider keys'),
    accessTokenSeconds,
    audience: signIn.audience,
    clientId: signIn.clientId,
    branding: branding.current,
    log: (fields, message) => log.info(fields, message),
  })
  const verifyToken = createTokenVerifier({
    ...signIn,
    tokenType: 'at+jwt',
    rolesClaim: 'roles',
    issuer: provider.issuer,
    keys: provider.keys,
  })
  const configuration = {
    ...external,
    scope: provider.scope,
    prompt: 'select_account',
    authority: provider.issuer,
    isExternal: false,
    isDemo: true,
  }
  return { verifyToken, configuration }
}

/** The seed of the key that signs commands to agents, and those of the keys before it. */
function commandSeedsOf({ root }: Keyring, keyNumber: number): [Buffer, ...Buffer[]] {
  const seedOf = (number: number) => deriveKey(root, number === 1 ? 'agent commands' : `agent commands ${number}`)
  return [seedOf(keyNumber), ...Array.from({ length: keyNumber - 1 }, (_, index) => seedOf(index + 1))]
}

/** Everything that answers over HTTP, ready to listen. */
export async function createWeb(parts: WebParts): Promise<FastifyInstance> {
  const { config, origin, database, keyring, listener, metrics, arrivals, webhooks, connectors, log } = parts
  const app = createHttpApp(log, {
    isHttps: origin.startsWith('https:'),
    trustedProxies: config.trustedProxies,
    stopping: parts.stopping,
    logOneIn: config.logOneIn,
    observe: (...request) => {
      metrics.observeRequest(...request)
      // What browsers read follows from what the worker does; waiting for it would hold up what they wait for.
      if (request[1] !== 'GET') arrivals.count()
    },
  })
  const branding = createBrandingSource(database.app, log)
  await branding.reload()
  followBranding(listener, branding)
  const hub = createLiveHub(listener)
  metrics.setLiveConnections(hub.size)
  const { verifyToken, configuration } = await openSignIn(app, parts, branding)
  const objectStorage = config.objectStorage && openObjectStorage(config.objectStorage)
  await openApp(app, {
    pool: database.app,
    ports,
    hub,
    listener,
    verifyToken,
    signIn: configuration,
    continuationSecret: deriveKey(keyring.root, 'continuation tokens'),
    checkResults: !config.isProduction,
    observeSignal: metrics.observeSignal,
    limits: config.limits,
    apiTokens: config.apiTokens,
    attachmentStore: createAttachmentStore(objectStorage),
    archiveStore: createArchiveStore(objectStorage),
    outgoing: {
      origin,
      from: config.mail.from,
      isSenderFixed: config.mail.server !== null && 'graph' in config.mail.server,
      mailServer: config.mail.server?.host ?? null,
      previewSecret: deriveKey(keyring.root, 'mail previews'),
      phone: parts.phone.settings,
    },
    databaseFolder: config.databaseFolder,
    branding: { pool: database.worker, source: branding, mail: config.mail },
    reports: { tokenSecret: deriveKey(keyring.root, 'report tokens') },
    powerBi: config.powerBi,
    agentCommands: createCommandSigner(...commandSeedsOf(keyring, config.agentCommandKey)),
    agentPackages: {
      folder: path.join(config.projectFolder, 'apps', 'agent', 'dist'),
      key: ed25519KeyOf(deriveKey(keyring.root, 'agent packages')),
    },
    push: {
      publicKey: createVapid(deriveKey(keyring.root, 'web push'), config.mail.from.address).publicKey,
      allowPrivate: config.webhookAllowPrivate,
    },
    phone: parts.phone,
    webhooks,
    chats: { secrets: chatBox(keyring), allowPrivate: config.webhookAllowPrivate },
    connectors,
    senderChecks: { secrets: sourceBox(keyring), google: googleIssuer },
    metrics: { store: createMetricStore(config.metricStore), isStoring: config.metricStore === null },
    checklist: {
      pool: database.worker,
      origin,
      issuer: configuration.authority,
      isExternal: !configuration.isDemo,
      mail: config.mail,
      backupMaxAgeDays: config.backupMaxAgeDays,
      isEmbedded: config.databaseUrl === null,
    },
    secretKeys: {
      keyIds: keyring.keys.map(({ id }) => id),
      count: () => countSecrets({ pool: database.worker }, sealedColumns({ keyring, webhooks, connectors })),
    },
    setUp: { pool: database.worker, issuer: configuration.authority, isExternal: !configuration.isDemo },
  })
  serveHealth(app, parts.checkHealth)
  const providerOrigin = configuration.isExternal ? new URL(configuration.authority).origin : null
  serveManifest(app, branding)
  const others = {
    provider: providerOrigin,
    pageViews: config.pageViews ? new URL(config.pageViews.url).origin : null,
    directory: config.directoryPhoto ? new URL(config.directoryPhoto.url).origin : null,
    embeddedReports: config.powerBi?.embedOrigin ?? null,
  }
  await serveWeb(app, path.join(config.projectFolder, 'apps', 'web', 'dist'), others, branding)
  return app
}
