import { createHash } from 'node:crypto'
import { createLocalJWKSet, decodeProtectedHeader, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { createDiscoveredKeys } from './discovered-keys.ts'

export type VerifiedToken = {
  issuer: string
  subject: string
  name: string | null
  email: string | null
  isEmailVerified: boolean
  roles: string[]
  /** The tenant of the provider that the account lives in (`tid`), where it says so. */
  tenant: string | null
  expiresAt: Date
  /** Right to the second (`iat`); null where the provider does not say it. */
  issuedAt: Date | null
  /** What the provider calls the session of the browser (`sid`), where it says so. */
  session: string | null
  /** When the person last proved who they are (`auth_time`), where the provider says so. */
  authenticatedAt: Date | null
}

/** Throws InvalidToken, or SignInProviderUnreachable when the keys of the provider cannot be had. */
export type VerifyAccessToken = (token: string) => Promise<VerifiedToken>

export class InvalidToken extends Error {
  override name = 'InvalidToken'
  /** Set where the provider's signature is right and the token does not fit the configuration: which setting, and what would fit. */
  readonly misfit: string | null
  constructor(message: string, { misfit = null, ...options }: ErrorOptions & { misfit?: string | null } = {}) {
    super(message, options)
    this.misfit = misfit
  }
}

export type TokenVerifierOptions = {
  issuer: string
  audience: string
  clientId: string
  /** The `typ` header of the provider's access tokens: `at+jwt` (RFC 9068), `JWT` for Entra ID and Keycloak. */
  tokenType: string
  /** The claim with the roles, also nested: `roles`, `groups`, `realm_access.roles`. */
  rolesClaim: string
  keys: JSONWebKeySet | { discover: true }
  /** Told at most once a minute which setting the provider's tokens do not fit. */
  onMisfit?: (misfit: string) => void
  now?: () => Date
}

const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const clockToleranceInSeconds = 30
const longestToken = 16_384
const mostCached = 5_000
const cachedForMilliseconds = 60_000
const misfitToldEveryMilliseconds = 60_000

export function createTokenVerifier(options: TokenVerifierOptions): VerifyAccessToken {
  const { issuer, audience, clientId, tokenType, now = () => new Date() } = options
  if (tokenType.toLowerCase() === 'jwt' && audience === clientId) {
    throw new Error('With the token type JWT the audience must differ from the client id, or id tokens would be accepted as access tokens.')
  }
  const findKey = 'discover' in options.keys ? createDiscoveredKeys(issuer) : createLocalJWKSet(options.keys as JSONWebKeySet)
  let misfitToldAt = Number.NEGATIVE_INFINITY
  const tellMisfit = (error: unknown, time: Date) => {
    if (!(error instanceof InvalidToken) || !error.misfit || time.getTime() - misfitToldAt < misfitToldEveryMilliseconds) return
    misfitToldAt = time.getTime()
    options.onMisfit?.(error.misfit)
  }
  const cache = new Map<string, { verified: VerifiedToken; until: number }>()

  return async (token) => {
    if (token.length > longestToken) throw new InvalidToken('The access token is too long.')
    const hash = createHash('sha256').update(token).digest('base64')
    const time = now()
    const cached = cache.get(hash)
    if (cached && cached.until > time.getTime()) return cached.verified
    cache.delete(hash)

    const payload = await jwtVerify(token, findKey, {
      algorithms,
      issuer,
      audience,
      typ: tokenType,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: clockToleranceInSeconds,
      currentDate: time,
    }).then(
      (result) => result.payload,
      (error) => {
        const refused = explain(error, token, options)
        tellMisfit(refused, time)
        throw refused
      },
    )
    if (isOtherKindOfToken(payload)) throw new InvalidToken('This is not an access token.')

    const verified = readClaims(payload, options.rolesClaim)
    const oldest = cache.size >= mostCached ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    cache.set(hash, { verified, until: Math.min(verified.expiresAt.getTime(), time.getTime() + cachedForMilliseconds) })
    return verified
  }
}

/** Claims are looked at only once the signature is found right: what is said here is about a token of the provider. */
function findMisfit(error: unknown, token: string, { audience, issuer, tokenType }: TokenVerifierOptions): string | null {
  if (!(error instanceof errors.JWTClaimValidationFailed)) return null
  const quote = (value: unknown) => JSON.stringify(value ?? null).slice(0, 200)
  if (error.claim === 'typ')
    return `OIDC_TOKEN_TYPE is "${tokenType}", and the provider's access tokens have the typ ${quote(decodeProtectedHeader(token).typ)}.`
  if (error.claim === 'aud') return `OIDC_AUDIENCE is "${audience}", and the provider's access tokens are for ${quote(error.payload.aud)}.`
  if (error.claim === 'iss') return `OIDC_ISSUER is "${issuer}", and the provider's access tokens name ${quote(error.payload.iss)}.`
  return null
}

function explain(error: unknown, token: string, options: TokenVerifierOptions): unknown {
  if (error instanceof errors.JOSEError || error instanceof TypeError) {
    return new InvalidToken('The access token was refused.', { cause: error, misfit: findMisfit(error, token, options) })
  }
  return error
}

/** What gives an id token or logout token away at providers that set no `typ` header of their own. */
function isOtherKindOfToken(payload: JWTPayload): boolean {
  const kind = payload.typ
  return 'at_hash' in payload || 'c_hash' in payload || 'events' in payload || kind === 'ID' || kind === 'Refresh' || kind === 'Logout'
}

function readClaims(payload: JWTPayload, rolesClaim: string): VerifiedToken {
  const email = findEmail(payload)
  return {
    issuer: payload.iss ?? '',
    subject: payload.sub ?? '',
    name: asText(payload.name),
    email,
    isEmailVerified: email !== null && email === payload.email && isTrue(payload.email_verified ?? payload.xms_edov),
    roles: readRoles(payload, rolesClaim),
    tenant: asText(payload.tid),
    expiresAt: new Date((payload.exp ?? 0) * 1000),
    issuedAt: typeof payload.iat === 'number' ? new Date(Math.floor(payload.iat) * 1000) : null,
    session: asText(payload.sid),
    authenticatedAt: typeof payload.auth_time === 'number' ? new Date(payload.auth_time * 1000) : null,
  }
}

/** Entra ID leaves `email` out of access tokens unless told otherwise, and names the account in one of the others. */
function findEmail(payload: JWTPayload): string | null {
  const candidates = [payload.email, payload.preferred_username, payload.upn]
  return candidates.map(asText).find((text) => text?.includes('@')) ?? null
}

function readRoles(payload: JWTPayload, claim: string): string[] {
  // The whole name first: `https://vakt.example/roles` is one claim, not a path.
  const value = Object.hasOwn(payload, claim) ? payload[claim] : claim.split('.').reduce<unknown>(readProperty, payload)
  // Some providers make one text of several values.
  const roles = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  return roles.flatMap((role) => (typeof role === 'string' && role.trim() ? [role.trim()] : []))
}

function readProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'
