import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import { createTokenVerifier, InvalidToken, type TokenVerifierOptions } from './verify-access-token.ts'

const issuer = 'https://sign-in.example/oidc'
const audience = 'api://vakt'
const clientId = 'vakt-web'
const now = new Date('2026-11-21T12:00:00Z')
const seconds = now.getTime() / 1000

const ours = await generateKeyPair('RS256', { extractable: true })
const theirs = await generateKeyPair('RS256', { extractable: true })
const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'our-key', alg: 'RS256', use: 'sig' }
const keys = { keys: [jwk] }

const goodHeader = { alg: 'RS256', typ: 'at+jwt', kid: 'our-key' }
const goodClaims = {
  ...{ iss: issuer, aud: audience, sub: 'erik', exp: seconds + 600, iat: seconds, client_id: clientId },
  ...{ name: 'Erik Holm', email: 'erik@nordan.example', email_verified: true, roles: ['reader'] },
}

type Changes = { header?: Partial<JWTHeaderParameters>; claims?: JWTPayload; key?: typeof ours.privateKey }
const sign = ({ header, claims, key = ours.privateKey }: Changes = {}) =>
  new SignJWT({ ...goodClaims, ...claims }).setProtectedHeader({ ...goodHeader, ...header }).sign(key)

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const verifier = (changes: Partial<TokenVerifierOptions> = {}) =>
  createTokenVerifier({ issuer, audience, clientId, tokenType: 'at+jwt', rolesClaim: 'roles', keys, now: () => now, ...changes })

const publicKeyText = await exportSPKI(ours.publicKey)
const unsigned = `${encode({ ...goodHeader, alg: 'none' })}.${encode(goodClaims)}`
const signedWithHmac = (secret: string) => {
  const content = `${encode({ ...goodHeader, alg: 'HS256' })}.${encode(goodClaims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}
const theirJwk = await exportJWK(theirs.publicKey)
const good = await sign()
const [header = '', , signature = ''] = good.split('.')

const confused: Record<string, string> = {
  'an id token': await sign({ header: { typ: 'JWT' }, claims: { aud: clientId, nonce: 'n' } }),
  'an id token that calls itself an access token': await sign({ claims: { aud: clientId } }),
  'no type': await sign({ header: { typ: undefined as never } }),
  'another type': await sign({ header: { typ: 'logout+jwt' } }),
  'another audience': await sign({ claims: { aud: 'api://other' } }),
  'an audience that begins the same': await sign({ claims: { aud: `${audience}/` } }),
  'no audience': await sign({ claims: { aud: undefined as never } }),
  'another issuer': await sign({ claims: { iss: 'https://other.example/oidc' } }),
  'the issuer with a slash more': await sign({ claims: { iss: `${issuer}/` } }),
  'no issuer': await sign({ claims: { iss: undefined as never } }),
  'no subject': await sign({ claims: { sub: undefined as never } }),
  'no algorithm and no signature': `${unsigned}.`,
  'no algorithm and another signature': `${unsigned}.${signature}`,
  'HS256 with the public key as PEM': signedWithHmac(publicKeyText),
  'HS256 with the public key as JWK': signedWithHmac(JSON.stringify(jwk)),
  'HS256 with the modulus': signedWithHmac(jwk.n ?? ''),
  expired: await sign({ claims: { exp: seconds - 31 } }),
  'no expiry': await sign({ claims: { exp: undefined as never } }),
  'an expiry that is text': await sign({ claims: { exp: '9999999999' as never } }),
  'not valid yet': await sign({ claims: { nbf: seconds + 31 } }),
  'an unknown key': await sign({ header: { kid: 'another-key' } }),
  'a path for a key': await sign({ header: { kid: '../../dev/null' } }),
  'the key of someone else under our name': await sign({ key: theirs.privateKey }),
  'a key in the header': await sign({ header: { jwk: theirJwk }, key: theirs.privateKey }),
  'keys at another address': await sign({ header: { jku: 'http://127.0.0.1:1/jwks', kid: 'their-key' }, key: theirs.privateKey }),
  'a certificate at another address': await sign({ header: { x5u: 'http://127.0.0.1:1/cert' }, key: theirs.privateKey }),
  'a certificate in the header': await sign({ header: { x5c: ['MIIB'] }, key: theirs.privateKey }),
  'other claims under the same signature': `${header}.${encode({ ...goodClaims, sub: 'admin' })}.${signature}`,
  'a critical extension that no one knows': `${encode({ ...goodHeader, crit: ['x'], x: 1 })}.${encode(goodClaims)}.${signature}`,
  'no signature': `${good.split('.').slice(0, 2).join('.')}.`,
  'an encrypted token': 'a.b.c.d.e',
  garbage: 'garbage',
  'garbage in three parts': 'ö.ö.ö',
  nothing: '',
  'a token without end': `${good}${'A'.repeat(20_000)}`,
}

describe('the check of an access token', () => {
  it('tells who it is', async () => {
    assert.deepEqual(await verifier()(await sign({ claims: { tid: 'a-tenant', sid: 'a-session', auth_time: seconds - 60 } })), {
      ...{ issuer, subject: 'erik', name: 'Erik Holm', email: 'erik@nordan.example', isEmailVerified: true, roles: ['reader'] },
      ...{ tenant: 'a-tenant', expiresAt: new Date((seconds + 600) * 1000), issuedAt: new Date(seconds * 1000) },
      ...{ session: 'a-session', authenticatedAt: new Date((seconds - 60) * 1000) },
    })
  })

  it('takes the media type for the type, and one audience of several', async () => {
    const token = await sign({ header: { typ: 'application/at+jwt' }, claims: { aud: ['other', audience] } })
    assert.equal((await verifier()(token)).subject, 'erik')
  })

  for (const [what, token] of Object.entries(confused)) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(verifier()(token), InvalidToken)
    })
  }

  it('never asks an address that the token names', async () => {
    const asked: string[] = []
    const { fetch } = globalThis
    globalThis.fetch = async (address) => {
      asked.push(String(address))
      throw new TypeError('no network here')
    }
    try {
      await assert.rejects(verifier()(confused['keys at another address'] ?? ''), InvalidToken)
      await assert.rejects(verifier()(confused['a certificate at another address'] ?? ''), InvalidToken)
    } finally {
      globalThis.fetch = fetch
    }
    assert.deepEqual(asked, [])
  })

  it('bears with clocks that are half a minute apart', async () => {
    assert.equal((await verifier()(await sign({ claims: { exp: seconds - 29 } }))).subject, 'erik')
    assert.equal((await verifier()(await sign({ claims: { nbf: seconds + 29 } }))).subject, 'erik')
  })

  it('takes elliptic curves too', async () => {
    const pair = await generateKeyPair('ES256', { extractable: true })
    const curveKeys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'curve', alg: 'ES256' }] }
    const token = await sign({ header: { alg: 'ES256', kid: 'curve' }, key: pair.privateKey })
    assert.equal((await verifier({ keys: curveKeys })(token)).subject, 'erik')
  })

  it('takes no algorithm that the key was not made for', async () => {
    const pss = await generateKeyPair('PS256', { extractable: true })
    await assert.rejects(verifier()(await sign({ header: { alg: 'PS256' }, key: pss.privateKey })), InvalidToken)
  })

  it('refuses to be set up so that id tokens would pass', () => {
    assert.throws(() => verifier({ tokenType: 'JWT', audience: clientId }), /must differ from the client id/)
  })

  it('tells id tokens by their claims where access tokens have no type of their own', async () => {
    const verify = verifier({ tokenType: 'JWT' })
    const typed = (claims: JWTPayload) => sign({ header: { typ: 'JWT' }, claims })
    assert.equal((await verify(await typed({}))).subject, 'erik')
    for (const claims of [{ at_hash: 'x' }, { c_hash: 'x' }, { typ: 'ID' }, { typ: 'Refresh' }, { events: {} }]) {
      await assert.rejects(verify(await typed(claims)), InvalidToken)
    }
    await assert.rejects(verify(await typed({ aud: clientId })), InvalidToken)
  })

  it('reads roles from a claim, a path, or a claim with dots in its name', async () => {
    const rolesOf = async (rolesClaim: string, claims: JWTPayload) => (await verifier({ rolesClaim })(await sign({ claims }))).roles
    assert.deepEqual(await rolesOf('groups', { groups: ['a', 'b'] }), ['a', 'b'])
    assert.deepEqual(await rolesOf('realm_access.roles', { realm_access: { roles: ['a'] } }), ['a'])
    assert.deepEqual(await rolesOf('https://vakt.example/roles', { 'https://vakt.example/roles': ['a'] }), ['a'])
    assert.deepEqual(await rolesOf('roles', { roles: 'single' }), ['single'])
    assert.deepEqual(await rolesOf('roles', { roles: 'admin, reader,' }), ['admin', 'reader'])
    assert.deepEqual(await rolesOf('roles', { roles: ['a', 1, null, ''] as never }), ['a'])
    for (const claim of ['missing', 'realm_access.missing.deeper', 'constructor.name', '__proto__.x']) {
      assert.deepEqual(await rolesOf(claim, { realm_access: {} }), [])
    }
  })

  it('says which setting a token of the provider does not fit, at most once a minute, and nothing of forged ones', async () => {
    const told: string[] = []
    let time = now
    const check = verifier({ now: () => time, onMisfit: (misfit) => told.push(misfit) })
    const misfitOf = (token: string) =>
      check(token).then(
        () => assert.fail('was accepted'),
        (error: InvalidToken) => error.misfit,
      )
    assert.equal(
      await misfitOf(await sign({ header: { typ: 'JWT' } })),
      'OIDC_TOKEN_TYPE is "at+jwt", and the provider\'s access tokens have the typ "JWT".',
    )
    assert.match(
      (await misfitOf(await sign({ claims: { aud: 'api://other' } }))) ?? '',
      /^OIDC_AUDIENCE is "api:\/\/vakt", .* "api:\/\/other"\.$/,
    )
    assert.match((await misfitOf(await sign({ claims: { iss: `${issuer}/` } }))) ?? '', /^OIDC_ISSUER is /)
    assert.equal(await misfitOf(await sign({ header: { typ: 'JWT' }, key: theirs.privateKey })), null)
    assert.equal(told.length, 1)
    time = new Date(now.getTime() + 61_000)
    await misfitOf(await sign({ claims: { aud: 'api://other' } }))
    assert.equal(told.length, 2)
  })

  it('takes another name for the e-mail, but not as verified', async () => {
    const read = async (claims: JWTPayload) => {
      const { email, isEmailVerified } = await verifier()(await sign({ claims }))
      return { email, isEmailVerified }
    }
    const without = { email: undefined as never, email_verified: true }
    assert.deepEqual(await read({ ...without, preferred_username: 'e@x.example' }), { email: 'e@x.example', isEmailVerified: false })
    assert.deepEqual(await read({ ...without, upn: 'e' }), { email: null, isEmailVerified: false })
    assert.deepEqual(await read({ email_verified: false }), { email: 'erik@nordan.example', isEmailVerified: false })
    assert.deepEqual(await read({ email_verified: undefined as never }), { email: 'erik@nordan.example', isEmailVerified: false })
  })

  it('checks the signature once a minute, and never beyond the expiry', async () => {
    let time = now
    let checks = 0
    const { verify } = crypto.subtle
    crypto.subtle.verify = (...input) => {
      checks += 1
      return verify.apply(crypto.subtle, input)
    }
    try {
      const check = verifier({ now: () => time })
      const token = await sign({ claims: { exp: seconds + 90 } })
      const at = async (after: number) => {
        time = new Date((seconds + after) * 1000)
        await check(token)
        return checks
      }
      assert.deepEqual([await at(0), await at(59), await at(61), await at(89)], [1, 1, 2, 2])
      time = new Date((seconds + 120) * 1000)
      await assert.rejects(check(token), InvalidToken)
    } finally {
      crypto.subtle.verify = verify
    }
  })
})
