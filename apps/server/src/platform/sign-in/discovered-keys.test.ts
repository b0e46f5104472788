import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, it, mock } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { TestBrowser } from './test-browser.ts'
import { audience, clientId, startTestProvider, type TestProvider } from './test-provider.ts'
import { createTokenVerifier } from './verify-access-token.ts'

const discoveringVerifier = (issuer: string) =>
  createTokenVerifier({ issuer, audience, clientId, tokenType: 'at+jwt', rolesClaim: 'roles', keys: { discover: true } })

describe('a provider elsewhere', () => {
  let testDatabase: TestDatabase
  let provider: TestProvider

  before(async () => {
    testDatabase = await createTestDatabase()
    provider = await startTestProvider(testDatabase.database.app)
  })
  after(async () => {
    await provider.close()
    await testDatabase.close()
  })

  it('is found by its discovery document, and its tokens are good', async () => {
    const tokens = await new TestBrowser(provider).signIn('astrid')
    const verify = discoveringVerifier(provider.issuer)
    assert.deepEqual((await verify(tokens.access_token)).roles, ['admin'])
    await assert.rejects(verify(tokens.id_token), { name: 'InvalidToken' })
  })

  it('is not taken for one with the same keys and another name', async () => {
    const tokens = await new TestBrowser(provider).signIn('astrid')
    const otherName = provider.issuer.replace('127.0.0.1', 'localhost')
    await assert.rejects(discoveringVerifier(otherName)(tokens.access_token), { name: 'SignInProviderUnreachable' })
  })
})

describe('the keys of a provider elsewhere', () => {
  let server: Server | undefined
  let issuer = ''
  const asked: string[] = []

  type Answers = Record<string, (response: ServerResponse) => void>
  const json = (body: unknown) => (response: ServerResponse) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

  async function serve(build: (issuer: string) => Answers) {
    const listening = createServer((request: IncomingMessage, response) => {
      asked.push(request.url ?? '')
      const answer = build(issuer)[request.url ?? '']
      if (answer) answer(response)
      else response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => listening.once('listening', resolve))
    server = listening
    issuer = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  }

  async function stop() {
    server?.closeAllConnections()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
    server = undefined
  }

  afterEach(async () => {
    mock.timers.reset()
    asked.length = 0
    await stop()
  })

  const discovery = '/.well-known/openid-configuration'
  const document = (changes: object = {}) => json({ issuer, jwks_uri: `${issuer}/jwks`, ...changes })

  async function makeKey(kid: string) {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256' }
    const sign = () =>
      new SignJWT({ iss: issuer, aud: audience, sub: 'erik', jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
        .setExpirationTime(Math.floor(Date.now() / 1000) + 90_000)
        .sign(privateKey)
    return { jwk, sign }
  }

  const unreachable = { name: 'SignInProviderUnreachable' }

  it('are unreachable when no one answers, and are asked for again soon', async () => {
    const key = await makeKey('one')
    await serve(() => ({ [discovery]: document(), '/jwks': json({ keys: [key.jwk] }) }))
    const verify = discoveringVerifier(issuer)
    const token = await key.sign()
    const running = server
    await stop()
    await assert.rejects(verify(token), unreachable)
    running?.listen(Number(new URL(issuer).port), '127.0.0.1')
    server = running
    await assert.rejects(verify(token), unreachable, 'the next request does not wait for the timeout again')
    assert.deepEqual(asked, [])
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 5_001 })
    assert.equal((await verify(token)).subject, 'erik')
  })

  const wrongAnswers: Record<string, () => Answers> = {
    'an error': () => ({ [discovery]: (response) => void response.writeHead(500).end() }),
    'a page instead of a document': () => ({ [discovery]: (response) => void response.end('<html>') }),
    'a document of another issuer': () => ({ [discovery]: document({ issuer: 'https://other.example' }), '/jwks': json({ keys: [] }) }),
    'the issuer with a slash more': () => ({ [discovery]: document({ issuer: `${issuer}/` }), '/jwks': json({ keys: [] }) }),
    'a document without keys': () => ({ [discovery]: document({ jwks_uri: undefined }) }),
    'keys in a file': () => ({ [discovery]: document({ jwks_uri: 'file:///etc/passwd' }) }),
    'a redirect of the document': () => ({ [discovery]: redirect('/moved'), '/moved': document() }),
    'a redirect of the keys': () => ({ [discovery]: document(), '/jwks': redirect('/moved'), '/moved': json({ keys: [] }) }),
    'something else than keys': () => ({ [discovery]: document(), '/jwks': json({ keys: 'none' }) }),
  }
  function redirect(path: string) {
    return (response: ServerResponse) => void response.writeHead(302, { location: path }).end()
  }
  for (const [what, build] of Object.entries(wrongAnswers)) {
    it(`are not taken from ${what}`, async () => {
      await serve(build)
      const { sign } = await makeKey('one')
      await assert.rejects(discoveringVerifier(issuer)(await sign()), unreachable)
      assert.ok(asked.includes(discovery))
      assert.ok(!asked.includes('/moved'))
    })
  }

  it('are not taken over an open line when the provider itself is behind https', async () => {
    const { sign } = await makeKey('one')
    issuer = 'https://sign-in.example'
    const fetched = mock.method(globalThis, 'fetch', async (address: string) => {
      asked.push(String(address))
      return Response.json({ issuer, jwks_uri: 'http://sign-in.example/jwks' })
    })
    await assert.rejects(discoveringVerifier(issuer)(await sign()), unreachable)
    fetched.mock.restore()
    assert.deepEqual(asked, [`${issuer}${discovery}`])
  })

  it('are fetched again for a key that is new, but not for each unknown one', async () => {
    const [first, second, stranger] = [await makeKey('first'), await makeKey('second'), await makeKey('stranger')]
    let published = [first.jwk]
    await serve(() => ({ [discovery]: document(), '/jwks': (response) => json({ keys: published })(response) }))
    const verify = discoveringVerifier(issuer)
    const countFetches = () => asked.filter((path) => path === '/jwks').length
    await verify(await first.sign())
    published = [first.jwk, second.jwk]
    await assert.rejects(verify(await second.sign()), { name: 'InvalidToken' })
    await assert.rejects(verify(await stranger.sign()), { name: 'InvalidToken' })
    assert.equal(countFetches(), 1)
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 30_001 })
    await verify(await second.sign())
    await assert.rejects(verify(await stranger.sign()), { name: 'InvalidToken' })
    assert.equal(countFetches(), 2)
  })

  it('go on working for a day when the provider is down, and no longer', async () => {
    const [known, stranger] = [await makeKey('known'), await makeKey('stranger')]
    await serve(() => ({ [discovery]: document(), '/jwks': json({ keys: [known.jwk] }) }))
    const verify = discoveringVerifier(issuer)
    await verify(await known.sign())
    await stop()
    const start = Date.now()
    mock.timers.enable({ apis: ['Date'], now: start + 23 * 60 * 60_000 })
    assert.equal((await verify(await known.sign())).subject, 'erik')
    await assert.rejects(verify(await stranger.sign()), unreachable, 'it may be a new key')
    mock.timers.setTime(start + 25 * 60 * 60_000)
    await assert.rejects(verify(await known.sign()), unreachable)
  })
})
