/**
 * Sets up a freshly installed Glewlwyd as the OpenID server of Vakt, through its API: client, scope, plugin, keys and one account. Run it once:
 *   ./node deploy/set-up-glewlwyd.ts --issuer https://id.example.com --vakt https://vakt.example.com --user "Anna Ek <anna@nordicops.example>"
 * It replaces the password of `admin` and makes one for the account, prints both, and the settings for Vakt. `GLEWLWYD_ADMIN_PASSWORD` is the
 * password that `admin` has (`password` after the installation), `GLEWLWYD_USER_PASSWORD` the one that the account gets.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

const userFields = { email_verified: false, roles: true }
const tokenDurationSeconds = { 'access-token-duration': 3600, 'refresh-token-duration': 1_209_600, 'code-duration': 600 }

/** The code flow with PKCE for public clients, and access tokens for the API of Vakt (`resource`). */
function pluginSettings(issuer: string, resource: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const disabledFlows = ['token', 'password', 'client', 'device'].map((flow) => [`auth-type-${flow}-enabled`, false])
  return {
    iss: `${issuer}/api/oidc`,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    ...tokenDurationSeconds,
    'refresh-token-rolling': true,
    'session-cookie-name': 'GLEWLWYD_OIDC_SID',
    'session-cookie-expiration': 2_419_200,
    'auth-type-code-enabled': true,
    'auth-type-refresh-enabled': true,
    'auth-type-none-enabled': true,
    ...Object.fromEntries(disabledFlows),
    'allow-non-oidc': false,
    'subject-type': 'public',
    'name-claim': 'mandatory',
    'email-claim': 'mandatory',
    'additional-parameters': ['name', 'email', ...Object.keys(userFields)].map((name) => ({
      'user-parameter': name,
      'token-parameter': name,
    })),
    claims: [],
    scope: [],
    'address-claim': { type: 'no' },
    'pkce-allowed': true,
    'pkce-required': true,
    'pkce-scopes': [],
    'jwks-show': true,
    'session-management-allowed': true,
    // The browser asks for this resource, and it becomes the audience of the access token.
    'resource-allowed': true,
    'resource-scope': { vakt: [resource] },
    'resource-client-property': '',
  }
}

type Call = (method: string, path: string, body?: object) => Promise<string>

/** Signs in as `admin`; the calls it answers with throw what Glewlwyd says when it refuses one. */
async function signIn(api: string, password: string): Promise<Call> {
  let cookie = ''
  const call: Call = async (method, path, body) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await fetch(api + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`Glewlwyd answers ${method} ${path} with ${answer.status} ${text}`)
    cookie ||= answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    return text
  }
  await call('POST', '/auth', { username: 'admin', password })
  return call
}

/** Lets the accounts or clients of Glewlwyd's database have these properties; true: with several values. */
async function allowFields(call: Call, kind: 'user' | 'client', fields: Record<string, boolean>): Promise<void> {
  const module = JSON.parse(await call('GET', `/mod/${kind}/database`)) as { parameters: { 'data-format'?: Record<string, object> } }
  const added = Object.entries(fields).map(([name, multiple]) => [name, { multiple, read: true, write: true }])
  module.parameters['data-format'] = { ...module.parameters['data-format'], ...Object.fromEntries(added) }
  await call('PUT', `/mod/${kind}/database`, module)
  await call('PUT', `/mod/${kind}/database/reset`)
}

type Account = { name: string; email: string; username: string; password: string }

async function configure(call: Call, issuer: string, vakt: string, account: Account): Promise<void> {
  await allowFields(call, 'user', userFields)
  await allowFields(call, 'client', { post_logout_redirect_uris: true })
  const parameters = pluginSettings(issuer, `${vakt}/api`)
  await call('POST', '/mod/plugin/', { module: 'oidc', name: 'oidc', display_name: 'OpenID Connect', enabled: true, parameters })
  await call('POST', '/scope/', { name: 'vakt', display_name: 'Vakt', password_required: true, password_max_age: 0, scheme: {} })
  await call('POST', '/client/', {
    client_id: 'vakt-web',
    name: 'Vakt',
    confidential: false,
    enabled: true,
    scope: [],
    redirect_uri: [`${vakt}/auth/callback`, `${vakt}/auth/silent.html`],
    post_logout_redirect_uris: [`${vakt}/`],
    authorization_type: ['code', 'refresh_token'],
    token_endpoint_auth_method: ['none'],
  })
  await call('POST', '/user/', { ...account, enabled: true, scope: ['openid', 'vakt'], email_verified: 'true', roles: ['reader'] })
}

const makePassword = () => randomBytes(15).toString('base64url')
const use = 'Use it as: set-up-glewlwyd.ts --issuer https://ID.HOST --vakt https://VAKT.HOST --user "NAME <ADDRESS>" [--glewlwyd URL]'

async function run(): Promise<void> {
  const options = { glewlwyd: { type: 'string', default: 'http://127.0.0.1:4593' }, issuer: { type: 'string' } } as const
  const { values } = parseArgs({ options: { ...options, vakt: { type: 'string' }, user: { type: 'string' } } })
  const { glewlwyd, issuer, vakt } = values
  const [, name = '', email = ''] = /^(.+?)\s*<([^@<>\s]+@[^<>\s]+)>$/.exec(values.user ?? '') ?? []
  if (!issuer || !vakt || !email) throw new Error(use)
  const password = process.env.GLEWLWYD_USER_PASSWORD || makePassword()
  const account = { name, email, username: email.slice(0, email.indexOf('@')), password }
  const currentPassword = process.env.GLEWLWYD_ADMIN_PASSWORD || 'password'
  const adminPassword = makePassword()
  const call = await signIn(`${glewlwyd}/api`, currentPassword)
  await configure(call, issuer, vakt, account)
  await call('PUT', '/profile/password', { old_password: currentPassword, password: adminPassword })
  process.stdout.write(
    `${[
      `# Glewlwyd (${issuer}): admin has the password ${adminPassword}`,
      `# Sign in to Vakt as ${account.username} with the password ${password}`,
      '# Replace the lines of these names in /etc/vakt/vakt.env:',
      `OIDC_ISSUER=${issuer}/api/oidc`,
      'OIDC_CLIENT_ID=vakt-web',
      'OIDC_SCOPE=openid vakt',
      `OIDC_RESOURCE=${vakt}/api`,
      `OIDC_AUDIENCE=${vakt}/api`,
      'OIDC_PROMPT=login',
    ].join('\n')}\n`,
  )
}

await run().catch((error: Error) => {
  process.stderr.write(`Glewlwyd was not set up. ${error.message}\n`)
  process.exitCode = 1
})
