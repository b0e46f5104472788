import { isDeepStrictEqual } from 'node:util'
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'

export type PowerBiSettings = {
  /** Of Microsoft Entra, and of the API; without a slash at the end. */
  login: string
  api: string
  tenantId: string
  clientId: string
  secret: string
  scope: string
  /** The only origin that frames may come from. */
  embedOrigin: string
  /** For each answer; 10 s unless set. */
  timeoutMs?: number
}

/** Which report, and as whom Power BI is asked for it. */
export type WantedReport = {
  workspaceId: string
  powerBiReportId: string
  profileId: string | null
  userName: string
  roles: readonly string[]
}

/** Power BI was not reached, refused, or answered something else than its documentation says. `status` is 0 without an answer. */
export class PowerBiFailed extends Error {
  readonly status: number
  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

const usualTimeoutMs = 10_000
/** Power BI asks for at most an hour; what is longer is no answer to rely on. */
const maxThrottledSeconds = 3600
const tokenMinutes = 20
/** An embed token lives no longer than the access token that it was made with. */
const leastLeftMs = 30 * 60_000

/** Until then Power BI wants no requests of these settings. */
let throttled: { settings: PowerBiSettings; until: number } | undefined
type SignedIn = { token: string; until: number }
let kept: { settings: PowerBiSettings; signedIn: Promise<SignedIn> } | undefined

const cut = (text: string) => text.replace(/\s+/g, ' ').slice(0, 300)

/** Follows no redirect: the requests carry secrets. */
async function ask(settings: PowerBiSettings, what: string, url: string, init: RequestInit): Promise<Record<string, unknown>> {
  refuseInTransaction('Power BI')
  const { timeoutMs = usualTimeoutMs } = settings
  let response: Response
  let text = ''
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    text = await response.text()
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: Error }
    throw new PowerBiFailed(
      `${what}: ${name === 'TimeoutError' ? `no answer within ${timeoutMs / 1000} s` : cut(cause?.message || message)}`,
    )
  }
  const { status, headers } = response
  const seconds = Number(headers.get('retry-after'))
  if (status === 429 && seconds > 0) throttled = { settings, until: Date.now() + Math.min(seconds, maxThrottledSeconds) * 1000 }
  const answer = readJson(text)
  if (status < 200 || status > 299 || !answer) throw new PowerBiFailed(`${what}: ${status} ${cut(text)}`, status)
  return answer
}

/** Throws while Power BI throttles: every further request would prolong that. */
function checkThrottling(settings: PowerBiSettings): void {
  if (!throttled || !isDeepStrictEqual(throttled.settings, settings)) return
  const seconds = Math.ceil((throttled.until - Date.now()) / 1000)
  if (seconds > 0) throw new PowerBiFailed(`429: Power BI wants no requests for ${seconds} s`, 429)
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

/** Requests at the same time share one sign-in. */
async function signIn(settings: PowerBiSettings): Promise<string> {
  if (kept && isDeepStrictEqual(kept.settings, settings)) {
    const { token, until } = await kept.signedIn
    if (until > Date.now()) return token
  }
  const signedIn = askForSignIn(settings)
  const own = { settings, signedIn }
  kept = own
  signedIn.catch(() => {
    if (kept === own) kept = undefined
  })
  return (await signedIn).token
}

async function askForSignIn(settings: PowerBiSettings): Promise<SignedIn> {
  const { login, tenantId, clientId, secret, scope } = settings
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret, scope })
  const answer = await ask(settings, 'Sign-in', `${login}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, { method: 'POST', body })
  if (typeof answer.access_token !== 'string') throw new PowerBiFailed('Sign-in: no access token in the answer')
  const seconds = Number(answer.expires_in) || 0
  return { token: answer.access_token, until: Date.now() + seconds * 1000 - leastLeftMs }
}

/** Where the frame of a report comes from, and a token for it. Throws PowerBiFailed. */
export async function makeEmbedToken(
  settings: PowerBiSettings,
  { workspaceId, powerBiReportId, profileId, userName, roles }: WantedReport,
): Promise<{ embedUrl: string; token: string; expiresAt: string }> {
  checkThrottling(settings)
  const headers = {
    authorization: `Bearer ${await signIn(settings)}`,
    'content-type': 'application/json',
    ...(profileId && { 'X-PowerBI-Profile-Id': profileId }),
  }
  const base = `${settings.api}/v1.0/myorg`
  const report = await ask(settings, 'Report', `${base}/groups/${workspaceId}/reports/${powerBiReportId}`, { headers })
  const { embedUrl, datasetId } = report
  if (typeof embedUrl !== 'string' || URL.parse(embedUrl)?.origin !== settings.embedOrigin)
    throw new PowerBiFailed(`Report: its frame is not of ${settings.embedOrigin}, see POWERBI_EMBED_URL`)
  const body = {
    datasets: [{ id: datasetId }],
    reports: [{ id: powerBiReportId, allowEdit: false }],
    targetWorkspaces: [],
    lifetimeInMinutes: tokenMinutes,
    // A dataset without row-level security refuses any identity.
    ...(userName && { identities: [{ username: userName, roles, datasets: [datasetId] }] }),
  }
  const answer = await ask(settings, 'Token', `${base}/GenerateToken`, { method: 'POST', headers, body: JSON.stringify(body) })
  const expires = new Date(String(answer.expiration))
  if (typeof answer.token !== 'string' || Number.isNaN(expires.getTime())) throw new PowerBiFailed('Token: none in the answer')
  return { embedUrl, token: answer.token, expiresAt: expires.toISOString() }
}

/** The next token is made with a new sign-in: the kept access token may have been ended early. */
export function forgetSignIn(): void {
  kept = undefined
}
