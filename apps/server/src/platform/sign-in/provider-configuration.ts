import {
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  type ResourceServer,
} from 'oidc-provider'
import type pg from 'pg'
import type { Branding } from '#server/platform/branding/branding-table.ts'
import type { DemoAccount } from './demo-account.ts'
import type { ProviderKeys } from './provider-keys.ts'
import { chooseLanguage } from './provider-pages.texts.ts'
import { renderErrorPage, renderSignedOutPage, renderSignOutPage } from './provider-pages.ts'
import { createProviderStore } from './provider-store.ts'

/** Where the portal is sent back to, on each of its origins. */
const portalPaths = { callback: '/auth/callback', silentCallback: '/auth/silent.html', signedOut: '/' }

const apiResource = 'urn:vakt:api'
const fourteenDaysInSeconds = 14 * 24 * 60 * 60

type ProviderSettings = {
  origins: string[]
  findAccounts: () => Promise<DemoAccount[]> | DemoAccount[]
  pool: pg.Pool
  keys: ProviderKeys
  accessTokenSeconds: number
  audience: string
  apiScope: string
  clientId: string
  branding: () => Branding
}

export function buildProviderConfiguration(settings: ProviderSettings): Configuration {
  const { accessTokenSeconds, apiScope, branding, origins } = settings
  const lookOf = (ctx: KoaContextWithOIDC) => ({ language: languageOf(ctx), branding: branding() })
  const findAccount = async (subject: string | undefined) => (await settings.findAccounts()).find((account) => account.subject === subject)

  return {
    adapter: (model: string) => createProviderStore(settings.pool, model),
    clients: [buildPortalClient(settings)],
    jwks: { keys: [settings.keys.signingKey as never] },
    scopes: ['openid', 'offline_access', apiScope],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // Name and e-mail in the id token also for the code flow: there is no userinfo call.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    cookies: {
      keys: settings.keys.cookieKeys,
      names: { session: 'vakt_sign_in', interaction: 'vakt_sign_in_step', resume: 'vakt_sign_in_resume' },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/oidc' },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    clientBasedCORS: (_ctx, origin) => origins.includes(origin),
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: accessTokenSeconds,
      Interaction: 60 * 60,
      RefreshToken: fourteenDaysInSeconds,
      Grant: fourteenDaysInSeconds,
      Session: fourteenDaysInSeconds,
    },
    rotateRefreshToken: true,
    // The provider drops offline_access without prompt=consent, so the grant type decides.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => true,
    loadExistingGrant: (ctx) => loadFirstPartyGrant(ctx, apiScope),
    findAccount: async (_ctx, subject) => {
      const account = await findAccount(subject)
      return (
        account && { accountId: subject, claims: () => ({ sub: subject, name: account.name, email: account.email, email_verified: true }) }
      )
    },
    extraTokenClaims: async (ctx, token) => {
      const account = await findAccount('accountId' in token ? token.accountId : undefined)
      const { AuthorizationCode: code, RefreshToken: refreshToken } = ctx.oidc.entities
      return (
        account && {
          name: account.name,
          email: account.email,
          email_verified: true,
          roles: account.roles,
          sid: 'sessionUid' in token ? token.sessionUid : undefined,
          auth_time: (code ?? refreshToken)?.authTime,
        }
      )
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiResource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => describeApi(resource, settings),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = renderSignOutPage({ ...lookOf(ctx), form, isAsked: !isAskedByItsOwnPortal(ctx) })
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.body = renderSignedOutPage(lookOf(ctx))
        },
      },
    },
    interactions: { policy: buildPromptPolicy(), url: (_ctx, interaction) => `/oidc/interaction/${interaction.uid}` },
    renderError: (ctx, out, error) => {
      ctx.type = 'html'
      ctx.body = renderErrorPage({
        ...lookOf(ctx),
        kind: error instanceof errors.SessionNotFound ? 'stale' : out.error === 'server_error' ? 'broken' : 'refused',
        detail: [out.error, out.error_description].filter(Boolean).join(': '),
      })
    },
  }
}

function buildPortalClient({ clientId, origins }: ProviderSettings): ClientMetadata {
  return {
    client_id: clientId,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    redirect_uris: origins.flatMap((origin) => [origin + portalPaths.callback, origin + portalPaths.silentCallback]),
    post_logout_redirect_uris: origins.flatMap((origin) => [origin, origin + portalPaths.signedOut]),
  }
}

/** `select_account` is not built in; consent is left out, since the only client is our own. */
function buildPromptPolicy() {
  const { base, Check, Prompt } = interactionPolicy
  const policy = base()
  policy.remove('consent')
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  const checks = policy.get('login')?.checks
  checks?.remove('no_session')
  checks?.add(
    // The words of Entra ID, by which the portal knows that a silent sign-in found no one.
    new Check('no_session', 'AADSTS50058: A silent sign-in request was sent but no user is signed in.', 'login_required', (ctx) =>
      ctx.oidc.session?.accountId && ctx.oidc.account ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
    ),
  )
  return policy
}

async function loadFirstPartyGrant({ oidc }: KoaContextWithOIDC, apiScope: string) {
  const { client, provider, session } = oidc
  if (!client || !session?.accountId) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const existing = grantId ? await provider.Grant.find(grantId) : undefined
  const grant = existing ?? new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(`openid profile email offline_access ${apiScope}`)
  grant.addResourceScope(apiResource, apiScope)
  await grant.save()
  return grant
}

function describeApi(resource: string, { accessTokenSeconds, apiScope, audience }: ProviderSettings): ResourceServer {
  if (resource !== apiResource) throw new errors.InvalidTarget()
  return { scope: apiScope, audience, accessTokenTTL: accessTokenSeconds, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }
}

/** With the id token of who is signed in, it was the portal that asked; a link from elsewhere has none. */
function isAskedByItsOwnPortal({ oidc }: KoaContextWithOIDC): boolean {
  const hint = oidc.entities.IdTokenHint as { payload?: { sub?: string } } | undefined
  return hint?.payload?.sub !== undefined && hint.payload.sub === oidc.session?.accountId
}

function languageOf(ctx: KoaContextWithOIDC) {
  return chooseLanguage(ctx.oidc?.params?.ui_locales, ctx.get('accept-language'))
}
