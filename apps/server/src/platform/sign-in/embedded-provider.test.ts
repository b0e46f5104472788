import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test'
import { accentTones } from '@vakt/domain/branding/accent-tones.ts'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { noBranding } from '#server/platform/branding/branding-table.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { removeExpiredSignIns } from './remove-expired-sign-ins.ts'
import { TestBrowser } from './test-browser.ts'
import { astrid, audience, clientId, erik, startTestProvider, type TestProvider } from './test-provider.ts'
import { createTokenVerifier } from './verify-access-token.ts'

describe('the embedded provider', () => {
  let testDatabase: TestDatabase
  let provider: TestProvider
  let browser: TestBrowser

  before(async () => {
    testDatabase = await createTestDatabase()
  })
  after(() => testDatabase.close())
  beforeEach(async () => {
    provider = await startTestProvider(testDatabase.database.app)
    browser = new TestBrowser(provider)
  })
  afterEach(() => {
    mock.timers.reset()
    return provider.close()
  })

  const verifierOf = ({ issuer, keys }: TestProvider) =>
    createTokenVerifier({ issuer, audience, clientId, tokenType: 'at+jwt', rolesClaim: 'roles', keys })

  it('signs in with code and PKCE, and the API knows who it is', async () => {
    const tokens = await browser.signIn(erik.subject)
    assert.equal(decodeProtectedHeader(tokens.access_token).typ, 'at+jwt')
    const verified = await verifierOf(provider)(tokens.access_token)
    assert.deepEqual(
      { ...verified, expiresAt: null, issuedAt: null, session: null, authenticatedAt: null },
      {
        ...{ issuer: provider.issuer, subject: 'erik', name: 'Erik Holm', email: 'erik@nordan.example', isEmailVerified: true },
        ...{ roles: ['reader', 'on-call'], tenant: null, expiresAt: null, issuedAt: null, session: null, authenticatedAt: null },
      },
    )
    const { name, email, nonce, aud } = decodeJwt(tokens.id_token)
    assert.deepEqual({ name, email, nonce, aud }, { name: 'Erik Holm', email: 'erik@nordan.example', nonce: 'a-nonce', aud: clientId })
    await assert.rejects(verifierOf(provider)(tokens.id_token), { name: 'InvalidToken' })
  })

  it('shows the accounts in the asked language, with nothing of theirs as markup', async () => {
    const swedish = await browser.authorize({ prompt: 'select_account' })
    assert.match(swedish.html, /<html lang="sv">.*Välj ett konto.*Erik Holm, på svenska.*erik@nordan\.example/s)
    assert.ok(!swedish.html.includes('<b>'))
    const english = await browser.authorize({ prompt: 'select_account', ui_locales: 'en' })
    assert.match(english.html, /<html lang="en">.*Choose an account/s)
    const policy = english.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*/)
    assert.equal(english.headers.get('cache-control'), 'no-store')
  })

  it('shows its pages with the name, logo and colours of the provider', async () => {
    await provider.close()
    const branding = { ...noBranding, name: 'Nordan <Drift>', accent: '#ffcc00', version: 3 }
    const logo = { kind: 'logo' as const, hash: 'abc', width: 160, height: 40 }
    const start = (options: object) =>
      startTestProvider(testDatabase.database.app, { port: provider.port, branding: { ...branding, ...options } })
    provider = await start({})
    const named = (await browser.authorize({ prompt: 'select_account' })).html
    assert.match(named, /<title>Välj ett konto · Nordan &lt;Drift&gt;<\/title>/)
    assert.match(named, /<img src="\/icon\.svg\?v=v3"[^>]*><span>Nordan &lt;Drift&gt;<\/span>/)
    assert.match(named, /Drivs av Vakt/)
    const sheet = /href="(\/oidc-assets\/branding\.css[^"]*)"/.exec(named)?.[1] ?? assert.fail('no style')
    const styles = await (await fetch(new URL(sheet, provider.origin))).text()
    const { light, dark } = accentTones('#ffcc00')
    for (const { accent, fill, onFill } of [light, dark])
      for (const rule of [`--accent:${accent}`, `--fill:${fill}`, `--on-fill:${onFill}`]) assert.ok(styles.includes(rule), rule)
    await provider.close()
    provider = await start({ pictures: [logo], showsVakt: false })
    const pages = [
      await browser.authorize({ prompt: 'select_account' }),
      await browser.authorize({ redirect_uri: 'https://elsewhere.example' }),
      await browser.open('/oidc/session/end'),
    ]
    for (const { html } of pages) {
      assert.match(html, /<img class="logo light-only" src="\/brand\/logo\.png\?v=abc" width="160" height="40" alt="Nordan &lt;Drift&gt;">/)
      assert.doesNotMatch(html, /Vakt/)
    }
  })

  it('says login_required in the manner of Entra ID to a silent sign-in without a session', async () => {
    const { searchParams } = (await browser.authorize({ prompt: 'none' })).url
    assert.equal(searchParams.get('error'), 'login_required')
    assert.match(searchParams.get('error_description') ?? '', /^AADSTS50058/)
    assert.deepEqual(provider.logged, [])
  })

  it('signs in silently where there is a session', async () => {
    await browser.signIn(erik.subject)
    const { status, body } = await browser.redeem(await browser.authorize({ prompt: 'none' }))
    assert.equal(status, 200)
    assert.equal(decodeJwt(body.access_token).sub, 'erik')
  })

  it('asks again for an account that is gone', async () => {
    await browser.signIn(erik.subject)
    await provider.close()
    provider = await startTestProvider(testDatabase.database.app, { port: provider.port, accounts: [astrid] })
    assert.equal((await browser.authorize({ prompt: 'none' })).url.searchParams.get('error'), 'login_required')
    const page = await browser.authorize()
    assert.equal((await browser.submit(page, { account: astrid.subject })).url.pathname, '/auth/callback')
  })

  it('changes the account, and the tokens of the one before end', async () => {
    const before = await browser.signIn(erik.subject)
    const page = await browser.authorize({ prompt: 'select_account', ui_locales: 'en' })
    assert.match(page.html, /Erik Holm <span class="current">Signed in/)
    assert.ok(page.html.indexOf('Erik Holm') < page.html.indexOf('Astrid'), 'the current account comes first')
    const { body } = await browser.redeem(await browser.submit(page, { account: astrid.subject }))
    assert.equal(decodeJwt(body.access_token).sub, 'astrid')
    assert.equal((await browser.refresh(before.refresh_token)).body.error, 'invalid_grant')
    assert.equal((await browser.refresh(body.refresh_token)).status, 200)
  })

  it('goes back to the portal with access_denied when no one is chosen', async () => {
    const page = await browser.authorize({ prompt: 'select_account' })
    assert.equal((await browser.submit(page, { cancel: 'yes' })).url.searchParams.get('error'), 'access_denied')
  })

  it('sends a page that has had its use to the start page', async () => {
    const page = await browser.authorize({ prompt: 'select_account' })
    await browser.submit(page, { account: erik.subject })
    assert.equal((await browser.open(page.url)).url.pathname, '/')
    assert.equal((await browser.submit(page, { account: astrid.subject })).url.pathname, '/')
  })

  it('does not let another browser finish a sign-in', async () => {
    const page = await browser.authorize({ prompt: 'select_account' })
    const stranger = new TestBrowser(provider)
    assert.equal((await stranger.submit(page, { account: erik.subject })).url.pathname, '/')
  })

  it('gives tokens for a code only once, with its verifier and its address', async () => {
    const callback = async () => browser.submit(await browser.authorize({ prompt: 'select_account' }), { account: erik.subject })
    const wrongVerifier = await browser.redeem(await callback(), { code_verifier: 'x'.repeat(43) })
    assert.equal(wrongVerifier.body.error, 'invalid_grant')
    const wrongAddress = await browser.redeem(await callback(), { redirect_uri: `${provider.origin}/auth/silent.html` })
    assert.equal(wrongAddress.body.error, 'invalid_grant')
    const used = await callback()
    const first = await browser.redeem(used)
    assert.equal(first.status, 200)
    assert.equal((await browser.redeem(used)).body.error, 'invalid_grant')
    assert.equal((await browser.refresh(first.body.refresh_token)).body.error, 'invalid_grant', 'a stolen code ends the grant')
  })

  it('refuses what is not code with PKCE to an address of the portal', async () => {
    const errorOf = async (parameters: Record<string, string>) => {
      const page = await browser.authorize(parameters)
      const fragment = new URLSearchParams(page.url.hash.slice(1))
      return page.url.searchParams.get('error') ?? fragment.get('error') ?? page.status
    }
    assert.equal(await errorOf({ redirect_uri: 'https://elsewhere.example/auth/callback' }), 400)
    assert.equal(await errorOf({ client_id: 'another' }), 400)
    assert.equal(await errorOf({ code_challenge: '', code_challenge_method: '' }), 'invalid_request')
    assert.equal(await errorOf({ code_challenge_method: 'plain' }), 'invalid_request')
    assert.equal(await errorOf({ response_type: 'id_token token' }), 'invalid_request')
  })

  it('hands a code over in the address only, never in a form', async () => {
    await browser.signIn(erik.subject)
    for (const mode of ['form_post', 'fragment']) {
      const { url, html } = await browser.authorize({ prompt: 'none', response_mode: mode })
      assert.doesNotMatch(url.href + html, /code=|name="code"/)
    }
  })

  it('sends back to localhost as well as to 127.0.0.1', async () => {
    const redirect = `http://localhost:${provider.port}/auth/callback`
    const page = await browser.authorize({ prompt: 'select_account', redirect_uri: redirect })
    assert.equal((await browser.submit(page, { account: erik.subject })).url.hostname, 'localhost')
  })

  it('lets the browser read its tokens under both names, and no other site', async () => {
    const allowed = async (origin: string) => {
      const body = new URLSearchParams({ client_id: clientId, grant_type: 'refresh_token', refresh_token: 'none' })
      const response = await fetch(`${provider.origin}/oidc/token`, { method: 'POST', body, headers: { origin } })
      return response.headers.get('access-control-allow-origin')
    }
    for (const origin of [provider.origin, `http://localhost:${provider.port}`]) assert.equal(await allowed(origin), origin)
    assert.equal(await allowed('https://elsewhere.example'), null)
  })

  it('answers no other host name', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { host: `rebound.example:${provider.port}` }
      request({ host: '127.0.0.1', port: provider.port, path: '/oidc/auth', headers }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
    assert.equal(status, 421)
  })

  it('names the session of the browser and the moment of sign-in, which stay the same when tokens are renewed', async () => {
    const first = await browser.signIn(erik.subject)
    const { session, authenticatedAt } = await verifierOf(provider)(first.access_token)
    assert.ok(session && authenticatedAt)
    const second = await browser.refresh(first.refresh_token)
    const renewed = await verifierOf(provider)(second.body.access_token)
    assert.deepEqual([renewed.session, renewed.authenticatedAt], [session, authenticatedAt])
    const elsewhere = await new TestBrowser(provider).signIn(erik.subject)
    assert.notEqual((await verifierOf(provider)(elsewhere.access_token)).session, session)
  })

  it('rotates the refresh token, and a second use ends them all', async () => {
    const first = await browser.signIn(erik.subject)
    const second = await browser.refresh(first.refresh_token)
    assert.equal(second.status, 200)
    assert.notEqual(second.body.refresh_token, first.refresh_token)
    assert.equal(decodeProtectedHeader(second.body.access_token).typ, 'at+jwt')
    assert.equal(decodeJwt(second.body.access_token).aud, audience)
    assert.equal((await browser.refresh(first.refresh_token)).body.error, 'invalid_grant')
    assert.equal((await browser.refresh(second.body.refresh_token)).body.error, 'invalid_grant')
  })

  it('gives new tokens to only one of two that refresh at the same moment', async () => {
    const { refresh_token } = await browser.signIn(erik.subject)
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.refresh(refresh_token)))
    assert.ok(answers.filter(({ status }) => status === 200).length <= 1)
    assert.deepEqual(
      [...new Set(answers.map(({ status }) => status))].filter((status) => status !== 200),
      [400],
    )
  })

  it('signs out at once for the portal, and nothing of the session works afterwards', async () => {
    const tokens = await browser.signIn(erik.subject)
    const query = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${provider.origin}/`, state: 'left' })
    const page = await browser.open(`/oidc/session/end?${query}`)
    assert.match(page.html, /submit-form\.js/)
    assert.equal((await browser.submit(page)).url.href, `${provider.origin}/?state=left`)
    assert.equal((await browser.refresh(tokens.refresh_token)).body.error, 'invalid_grant')
    assert.equal((await browser.authorize({ prompt: 'none' })).url.searchParams.get('error'), 'login_required')
  })

  it('signs out at once also when the id token is long expired', async () => {
    const { id_token } = await browser.signIn(erik.subject)
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 24 * 60 * 60_000 })
    const page = await browser.open(`/oidc/session/end?id_token_hint=${id_token}`)
    assert.match(page.html, /submit-form\.js/)
  })

  it('asks before it signs out for anybody else', async () => {
    const tokens = await browser.signIn(erik.subject)
    const page = await browser.open(`/oidc/session/end?client_id=${clientId}&ui_locales=en`)
    assert.match(page.html, /Sign out\?/)
    assert.doesNotMatch(page.html, /<script/)
    assert.equal((await browser.refresh(tokens.refresh_token)).status, 200)
    const done = await browser.submit(page, { logout: 'yes' })
    assert.match(done.html, /Du är utloggad/)
    assert.equal((await browser.authorize({ prompt: 'none' })).url.searchParams.get('error'), 'login_required')
  })

  it('keeps session, refresh token and key over a restart', async () => {
    const tokens = await browser.signIn(erik.subject)
    const { keys } = provider
    await provider.close()
    provider = await startTestProvider(testDatabase.database.app, { port: provider.port })
    assert.deepEqual(provider.keys, keys)
    assert.equal((await verifierOf(provider)(tokens.access_token)).subject, 'erik')
    assert.equal((await browser.refresh(tokens.refresh_token)).status, 200)
    assert.ok((await browser.authorize({ prompt: 'none' })).url.searchParams.get('code'))
  })

  it('gives the public part of its key away, and no more', async () => {
    const published = (await (await fetch(`${provider.origin}/oidc/jwks`)).json()) as typeof provider.keys
    for (const { keys } of [published, provider.keys]) {
      assert.equal(keys.length, 1)
      assert.deepEqual(Object.keys(keys[0] ?? {}).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
    }
    assert.equal(published.keys[0]?.kid, provider.keys.keys[0]?.kid)
  })

  it('keeps no token in the database that could be used', async () => {
    const { refresh_token } = await browser.signIn(erik.subject)
    const { rows } = await testDatabase.database.app.query('select id, payload from oidc_payload')
    assert.ok(rows.some(({ payload }) => payload.kind === 'RefreshToken'))
    assert.ok(!JSON.stringify(rows).includes(refresh_token))
  })

  it('removes what has expired, and only that', async () => {
    const tokens = await browser.signIn(erik.subject)
    await testDatabase.database.app.query(
      "insert into oidc_payload (model, id, payload, expires_at) values ('Session', 'old', '{}', now() - interval '1 second')",
    )
    assert.ok((await removeExpiredSignIns(testDatabase.database.worker)) >= 1)
    assert.equal((await testDatabase.database.app.query("select from oidc_payload where id = 'old'")).rowCount, 0)
    assert.equal((await browser.refresh(tokens.refresh_token)).status, 200)
  })

  it('says so in words when the database does not answer', async () => {
    const page = await browser.authorize({ prompt: 'select_account' })
    const query = mock.method(testDatabase.database.app, 'query', () => Promise.reject(new Error('the database is away')))
    try {
      for (const failed of [await browser.open(page.url), await browser.authorize()]) {
        assert.equal(failed.status, 500)
        assert.match(failed.html, /Försök igen om en stund/)
        assert.doesNotMatch(failed.html, /database/)
      }
    } finally {
      query.mock.restore()
    }
    assert.equal(provider.logged.length, 2)
  })

  it('writes no code and no token into the log', async () => {
    const tokens = await browser.signIn(erik.subject)
    await browser.refresh(tokens.refresh_token)
    await browser.refresh(tokens.refresh_token)
    assert.ok(provider.logged.length > 0)
    assert.ok(!JSON.stringify(provider.logged).includes(tokens.refresh_token))
  })
})
