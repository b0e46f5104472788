import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { JSONWebKeySet } from 'jose'
import { type errors, Provider } from 'oidc-provider'
import type pg from 'pg'
import type { Branding } from '#server/platform/branding/branding-table.ts'
import type { SecretBox } from '#server/platform/keys/secret-box.ts'
import type { DemoAccount } from './demo-account.ts'
import { serveProviderAssets } from './provider-assets.ts'
import { buildProviderConfiguration } from './provider-configuration.ts'
import { loadProviderKeys } from './provider-keys.ts'
import { chooseLanguage } from './provider-pages.texts.ts'
import { renderAccountPage, renderErrorPage } from './provider-pages.ts'

export type EmbeddedProviderOptions = {
  /** The address of the portal, such as `http://localhost:8080`; the issuer is this and `/oidc`. */
  origin: string
  accounts: () => Promise<DemoAccount[]> | DemoAccount[]
  pool: pg.Pool
  /** What its signing key is encrypted with. */
  secrets: SecretBox
  accessTokenSeconds: number
  audience: string
  clientId: string
  /** How its pages look. */
  branding: () => Branding
  log: (fields: object, message: string) => void
}

/** What the portal and the API need to know of the provider; `scope` is what the portal asks for. */
export type EmbeddedProvider = { issuer: string; keys: JSONWebKeySet; scope: string }

const loopbackNames = ['localhost', '127.0.0.1']

/** Mounts an OpenID provider with demo accounts at `/oidc`. Anyone who reaches it can sign in: for trying out, never for production. */
export async function mountEmbeddedProvider(app: FastifyInstance, options: EmbeddedProviderOptions): Promise<EmbeddedProvider> {
  const origins = listOrigins(options.origin)
  const issuer = `${options.origin}/oidc`
  const apiScope = `${options.audience}/.default`
  const keys = await loadProviderKeys(options.pool, options.secrets)
  const { audience, accessTokenSeconds, clientId, pool, branding } = options
  const configuration = buildProviderConfiguration({
    ...{ origins, pool, keys, apiScope, audience, accessTokenSeconds, clientId, branding },
    findAccounts: options.accounts,
  })
  const provider = new Provider(issuer, configuration)
  provider.proxy = true
  provider.use(async (ctx, next) => {
    // Before the provider answers: where it submits a form by itself, it adds the hash of that script.
    ctx.set(buildSecurityHeaders(origins))
    await next()
  })
  logProviderEvents(provider, options.log)

  const openAccountPage: FastifyPluginAsync = async (pages) => serveAccountPage(pages, provider, options)
  const openProvider: FastifyPluginAsync = async (rest) => serveProvider(rest, provider, options.origin)
  const openSignIn: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRequest', async (request, reply) => refuseForeignHost(request, reply, origins))
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers(buildSecurityHeaders(origins))
    })
    serveProviderAssets(scope, branding)
    await scope.register(openAccountPage)
    await scope.register(openProvider)
  }
  await app.register(openSignIn)
  return { issuer, keys: keys.publicKeys, scope: `openid profile email offline_access ${apiScope}` }
}

/** Someone who installs it types localhost or 127.0.0.1 and means the same. */
function listOrigins(origin: string): string[] {
  const url = new URL(origin)
  if (url.origin !== origin) throw new Error(`The origin must be like ${url.origin}, not ${origin}.`)
  if (!loopbackNames.includes(url.hostname)) return [origin]
  const port = url.port ? `:${url.port}` : ''
  return [origin, ...loopbackNames.filter((name) => name !== url.hostname).map((name) => `${url.protocol}//${name}${port}`)]
}

/** A page elsewhere whose name is pointed at this machine (DNS rebinding) must not be able to choose an account. */
async function refuseForeignHost(request: FastifyRequest, reply: FastifyReply, origins: string[]) {
  const isOurs = origins.some((origin) => new URL(origin).hostname === request.hostname)
  if (!isOurs) return reply.code(421).type('text/plain').send('This address is not configured for sign-in.')
}

function buildSecurityHeaders(origins: string[]): Record<string, string> {
  // Browsers hold form-action against the redirects that follow, so both names of the portal are in it.
  const csp = `default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'`
  return {
    'content-security-policy': `${csp}; form-action 'self' ${origins.join(' ')}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}

function serveAccountPage(app: FastifyInstance, provider: Provider, { accounts: findAccounts, branding, log }: EmbeddedProviderOptions) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.setErrorHandler((error, request, reply) => {
    log({ err: error }, 'sign-in: the account page failed')
    const language = chooseLanguage(undefined, request.headers['accept-language'])
    const page = renderErrorPage({ language, branding: branding(), kind: 'broken', detail: request.id })
    return reply.code(500).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  })
  type Query = { ui_locales?: string }
  const path = '/oidc/interaction/:uid'

  app.get<{ Params: { uid: string }; Querystring: Query }>(path, async (request, reply) => {
    const interaction = await findInteraction(provider, request, reply)
    if (!interaction) return reply.redirect('/', 303)
    const { params, session, uid } = interaction
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        renderAccountPage({
          language: chooseLanguage(request.query.ui_locales ?? params.ui_locales, request.headers['accept-language']),
          branding: branding(),
          interactionId: uid,
          accounts: await findAccounts(),
          current: session?.accountId,
          loginHint: typeof params.login_hint === 'string' ? params.login_hint : undefined,
        }),
      )
  })

  app.post<{ Params: { uid: string }; Querystring: Query; Body: { account?: string } }>(path, async (request, reply) => {
    const interaction = await findInteraction(provider, request, reply)
    if (!interaction) return reply.redirect('/', 303)
    const account = (await findAccounts()).find(({ subject }) => subject === request.body?.account)
    const result = account
      ? { select_account: {}, login: { accountId: account.subject, remember: true } }
      : { error: 'access_denied', error_description: 'No account was chosen.' }
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false }), 303)
  })
}

/** Undefined for a page that has had its use, as after the back button. */
async function findInteraction(provider: Provider, request: FastifyRequest<{ Params: { uid: string } }>, reply: FastifyReply) {
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch((error: Error) => {
    if (error.name === 'SessionNotFound') return undefined
    throw error
  })
  return interaction?.uid === request.params.uid ? interaction : undefined
}

function serveProvider(app: FastifyInstance, provider: Provider, origin: string) {
  const callback = provider.callback()
  const { protocol } = new URL(origin)
  // The provider reads the body itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all('/oidc/*', async (request, reply) => {
    reply.hijack()
    const raw: typeof request.raw & { originalUrl?: string } = request.raw
    raw.originalUrl = raw.url ?? ''
    raw.url = raw.originalUrl.slice('/oidc'.length)
    // What the configuration says, whatever the sender or a proxy in between claims.
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    delete raw.headers['x-forwarded-host']
    await callback(raw, reply.raw)
  })
}

function logProviderEvents(provider: Provider, log: EmbeddedProviderOptions['log']) {
  const describe = (error: errors.OIDCProviderError) => ({
    error: error.message,
    description: error.error_description,
    detail: error.error_detail,
  })
  provider.on('server_error', (_ctx, error) => log({ err: error }, 'sign-in: the embedded provider failed'))
  provider.on('authorization.error', (_ctx, error) => {
    // Each visitor who is not signed in yet causes one.
    if (error.message !== 'login_required') log(describe(error), 'sign-in: authorization refused')
  })
  provider.on('grant.error', (_ctx, error) => log(describe(error), 'sign-in: token refused'))
  provider.on('end_session.error', (_ctx, error) => log(describe(error), 'sign-in: sign-out refused'))
}
