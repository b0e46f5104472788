import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { clientId, type TestProvider } from './test-provider.ts'

type Cookie = { name: string; value: string; path: string }
export type Page = { url: URL; status: number; html: string; headers: Headers }
export type Tokens = {
  access_token: string
  id_token: string
  refresh_token: string
  expires_in: number
  token_type: string
  scope: string
}

/** What a browser does in a sign-in: cookies, redirects, forms. It stops where the portal itself would be loaded. */
export class TestBrowser {
  readonly provider: TestProvider
  private cookies: Cookie[] = []
  private verifiers = new Map<string, string>()

  constructor(provider: TestProvider) {
    this.provider = provider
  }

  async open(address: string | URL, init: RequestInit = {}): Promise<Page> {
    const url = new URL(address, this.provider.origin)
    if (!url.pathname.startsWith('/oidc')) return { url, status: 0, html: '', headers: new Headers() }
    const sent = this.cookies.filter(({ path }) => url.pathname.startsWith(path)).map(({ name, value }) => `${name}=${value}`)
    const headers = { accept: 'text/html', 'accept-language': 'sv-SE,sv;q=0.9', ...(sent.length > 0 && { cookie: sent.join('; ') }) }
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })
    for (const line of response.headers.getSetCookie()) this.keepCookie(line)
    const location = response.headers.get('location')
    if (location) return this.open(new URL(location, url))
    const page = { url, status: response.status, html: await response.text(), headers: response.headers }
    return page.html.includes('/oidc/session/end/confirm') && page.html.includes('Submitting Callback') ? this.submit(page) : page
  }

  /** Sends the first form of the page with its hidden fields, as the given button would. */
  submit(page: Page, button: Record<string, string> = {}): Promise<Page> {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.html)?.[1]
    assert.ok(action, 'the page has a form')
    const hidden = page.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
    const fields = { ...Object.fromEntries([...hidden].map(([, name, value]) => [name, value])), ...button }
    return this.open(new URL(action, page.url), { method: 'POST', body: new URLSearchParams(fields as Record<string, string>) })
  }

  authorize(parameters: Record<string, string> = {}): Promise<Page> {
    const verifier = randomBytes(32).toString('base64url')
    const state = randomBytes(8).toString('base64url')
    this.verifiers.set(state, verifier)
    const address = new URL('/oidc/auth', this.provider.origin)
    address.search = new URLSearchParams({
      ...{ client_id: clientId, response_type: 'code', redirect_uri: `${this.provider.origin}/auth/callback`, scope: this.provider.scope },
      ...{
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state,
        nonce: 'a-nonce',
      },
      ...parameters,
    }).toString()
    return this.open(address)
  }

  redeem(callback: Page, overrides: Record<string, string> = {}): Promise<{ status: number; body: Tokens & { error?: string } }> {
    const { searchParams } = callback.url
    return this.askForTokens({
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      redirect_uri: callback.url.origin + callback.url.pathname,
      code_verifier: this.verifiers.get(searchParams.get('state') ?? '') ?? '',
      ...overrides,
    })
  }

  refresh(refreshToken: string) {
    return this.askForTokens({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  async askForTokens(fields: Record<string, string>): Promise<{ status: number; body: Tokens & { error?: string } }> {
    const body = new URLSearchParams({ client_id: clientId, ...fields })
    const response = await fetch(`${this.provider.origin}/oidc/token`, { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as Tokens & { error?: string } }
  }

  async signIn(subject: string): Promise<Tokens> {
    const callback = await this.submit(await this.authorize({ prompt: 'select_account' }), { account: subject })
    const { status, body } = await this.redeem(callback)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  private keepCookie(line: string) {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice('path='.length) ?? '/'
    const expires = attributes.find((attribute) => attribute.startsWith('expires='))?.slice('expires='.length)
    this.cookies = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
    if (value && !(expires && new Date(expires) < new Date())) this.cookies.push({ name, value, path })
  }
}
