import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider'

const audience = 'api://vakt'
const apiScope = `${audience}/.default`
const scope = `openid profile email ${apiScope}`

/** Our portal is the only client: no one is asked for consent. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { client, provider, session } = oidc
  if (!client || !session?.accountId) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(scope)
  grant.addResourceScope('urn:vakt', apiScope)
  await grant.save()
  return grant
}

const claimsOf = (email: string) => ({ sub: `user ${email}`, name: 'Anna Ek', email, email_verified: true })

function configure(portal: string): Configuration {
  const resource = { scope: apiScope, audience, accessTokenFormat: 'jwt' as const, jwt: { sign: { alg: 'RS256' as const } } }
  return {
    clients: [
      {
        client_id: 'vakt-web',
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${portal}/auth/callback`, `${portal}/auth/silent.html`],
        post_logout_redirect_uris: [`${portal}/`],
      },
    ],
    scopes: ['openid', apiScope],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    clientBasedCORS: (_ctx, origin) => origin === portal,
    cookies: { keys: ['for stories'] },
    loadExistingGrant: grantEverything,
    findAccount: (_ctx, email) => ({ accountId: email, claims: () => claimsOf(email) }),
    extraTokenClaims: (_ctx, token) => ('accountId' in token && token.accountId ? claimsOf(token.accountId) : undefined),
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:vakt',
        useGrantedResource: () => true,
        getResourceServerInfo: () => resource,
      },
    },
  }
}

/** An OpenID provider that is not ours, at an address of its own: anyone who types an address there has an account. */
export async function startExternalProvider(portal: string): Promise<{ settings: Record<string, string>; stop: () => Promise<void> }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const answer = new Provider(issuer, configure(portal)).callback()
  server.on('request', (request, response) => void answer(request, response))
  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { settings: { OIDC_ISSUER: issuer, OIDC_SCOPE: scope, OIDC_PROMPT: 'login' }, stop }
}

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
