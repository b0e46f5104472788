import { generateKeyPairSync } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { becomeReady, type Program, spawnProgram } from './spawn-program.ts'

type Account = { username: string; password: string; name: string; email: string; roles: string[] }
type Options = { folder: string; port: number; origin: string; vaktOrigin: string; account: Account }

/** What the database is created with, by Debian's package. */
const initScript = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz'
const administrator = { username: 'admin', password: 'password' }
const userFields = { email_verified: false, roles: true }

/** Debian's pages with their settings: the package links `config.json` to a folder instead of a file, and the pages never load. */
async function copyPages(folder: string): Promise<string> {
  const pages = path.join(folder, 'glewlwyd-pages')
  await cp('/usr/share/glewlwyd/webapp', pages, {
    recursive: true,
    dereference: true,
    filter: (source) => path.basename(source) !== 'config.json',
  })
  await cp('/usr/share/glewlwyd/templates/config.json', path.join(pages, 'config.json'))
  return pages
}

async function writeConfiguration({ folder, port, origin }: Options): Promise<string> {
  const databaseFile = path.join(folder, 'glewlwyd.db')
  const database = new DatabaseSync(databaseFile)
  database.exec('pragma synchronous = off')
  database.exec(gunzipSync(await readFile(initScript)).toString())
  database.close()
  const pages = await copyPages(folder)
  const packaged = await readFile('/etc/glewlwyd/glewlwyd.conf', 'utf8')
  const file = path.join(folder, 'glewlwyd.conf')
  await writeFile(
    file,
    packaged
      .replace(/^port=.*$/m, `port=${port}\nbind_address="127.0.0.1"\nstatic_files_path="${pages}"`)
      .replace(/^external_url=.*$/m, `external_url="${origin}"`)
      .replace(/^log_file=.*$/m, `log_file="${folder}/glewlwyd.log"`)
      .replace(/^@include .*$/m, `database = { type = "sqlite3"; path = "${databaseFile}"; }`),
  )
  return file
}

/** The settings of the OpenID plugin: code flow with PKCE for public clients, and access tokens for the API of Vakt. */
function pluginSettings(origin: string, resource: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const tokenValues = ['name', 'email', ...Object.keys(userFields)]
  return {
    iss: `${origin}/api/oidc`,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    'access-token-duration': 3600,
    'refresh-token-duration': 1_209_600,
    'refresh-token-rolling': true,
    'code-duration': 600,
    'session-cookie-name': 'GLEWLWYD_OIDC_SID',
    'session-cookie-expiration': 2_419_200,
    'auth-type-code-enabled': true,
    'auth-type-refresh-enabled': true,
    'auth-type-none-enabled': true,
    'auth-type-token-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-device-enabled': false,
    'allow-non-oidc': false,
    'subject-type': 'public',
    'name-claim': 'mandatory',
    'email-claim': 'mandatory',
    'additional-parameters': tokenValues.map((name) => ({ 'user-parameter': name, 'token-parameter': name })),
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

/** The address of the API that access tokens are for. */
export const resourceOf = (vaktOrigin: string): string => `${vaktOrigin}/api`

async function logIn(api: string): Promise<string> {
  const answer = await fetch(`${api}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function configure(api: string, { origin, vaktOrigin, account }: Options): Promise<void> {
  const cookie = await logIn(api)
  const call = async (method: string, where: string, body?: object) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await fetch(api + where, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`Glewlwyd answered ${method} ${where} with ${answer.status}: ${text}`)
    return text
  }
  const allowFields = async (kind: 'user' | 'client', fields: Record<string, boolean>) => {
    const module = JSON.parse(await call('GET', `/mod/${kind}/database`)) as { parameters: { 'data-format': Record<string, object> } }
    for (const [name, multiple] of Object.entries(fields)) module.parameters['data-format'][name] = { multiple, read: true, write: true }
    await call('PUT', `/mod/${kind}/database`, module)
    await call('PUT', `/mod/${kind}/database/reset`)
  }
  await allowFields('user', userFields)
  await allowFields('client', { post_logout_redirect_uris: true })
  const parameters = pluginSettings(origin, resourceOf(vaktOrigin))
  await call('POST', '/mod/plugin/', { module: 'oidc', name: 'oidc', display_name: 'OpenID Connect', enabled: true, parameters })
  await call('POST', '/scope/', { name: 'vakt', display_name: 'Vakt', password_required: true, password_max_age: 0, scheme: {} })
  await call('POST', '/client/', {
    client_id: 'vakt-web',
    name: 'Vakt',
    confidential: false,
    enabled: true,
    scope: [],
    redirect_uri: [`${vaktOrigin}/auth/callback`, `${vaktOrigin}/auth/silent.html`],
    post_logout_redirect_uris: [`${vaktOrigin}/`],
    authorization_type: ['code', 'refresh_token'],
    token_endpoint_auth_method: ['none'],
  })
  await call('POST', '/user/', { ...account, enabled: true, scope: ['openid', 'vakt'], email_verified: 'true' })
}

/** Starts a real OpenID server, Glewlwyd, with one account; `origin` is where the proxy serves it. */
export async function startGlewlwyd(options: Options): Promise<Program> {
  const glewlwyd = spawnProgram(process.env.GLEWLWYD_PATH ?? 'glewlwyd', ['--config-file', await writeConfiguration(options)])
  const local = `http://127.0.0.1:${options.port}`
  await becomeReady(`${local}/config`, glewlwyd)
  await configure(`${local}/api`, options)
  return glewlwyd
}
