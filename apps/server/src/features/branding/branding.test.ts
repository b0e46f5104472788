import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import sharp from 'sharp'
import { readNamesForAllCustomers } from '#server/features/reports/report-table.ts'
import { brandPage, brandWords } from '#server/platform/branding/brand-page.ts'
import { createBrandingSource, followBranding } from '#server/platform/branding/branding-source.ts'
import { readPictureForAllCustomers } from '#server/platform/branding/branding-table.ts'
import { serveBranding } from '#server/platform/branding/serve-branding.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createHttpApp } from '#server/platform/http/create-http-app.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { startMailSink } from '#server/testing/mail-sink.ts'
import { until } from '#server/testing/real-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

const settings = {
  name: 'Nordan <Drift>',
  accent: '#FFCC00',
  siteUrl: 'https://nordan.example',
  support: 'help@nordan.example',
  senderName: '',
  senderAddress: '',
  mailFooter: '',
  showsVakt: true,
  version: 0,
}
const template =
  '<html><head><title>Vakt</title><link rel="icon" href="/icon.svg" type="image/svg+xml" /></head><body>Vakt vakt.example</body></html>'

async function open(t: TestContext, checklist: object = {}) {
  const vakt = await createTestApp({ checklist })
  t.after(() => vakt.close())
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
  const source = createBrandingSource(vakt.database.app, silentLog)
  return {
    vakt,
    source,
    customerId: provider.customerId,
    read: async () => (await vakt.call(staff, 'GET', '/admin/branding')).json().result,
    save: (body: object) => vakt.call(staff, 'PUT', '/admin/branding', { ...settings, ...body }),
    upload: (kind: string, bytes: Buffer, type = 'image/png') =>
      vakt.call(staff, 'PUT', `/admin/branding/picture/${kind}`, { picture: `data:${type};base64,${bytes.toString('base64')}` }),
    sendTest: () => vakt.call(staff, 'POST', '/admin/checklist/test', { item: 'mail', language: 'en' }),
    remove: (kind: string) => vakt.call(staff, 'DELETE', `/admin/branding/picture/${kind}`),
    stored: (kind: 'logo' | 'symbol') =>
      workForAllCustomers({ pool: vakt.database.worker }, (transaction) => readPictureForAllCustomers(transaction, kind)),
  }
}

const square = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#0b6e4f' } })
    .png()
    .toBuffer()

test('without any setting the page stays as it is; with some it names the provider, escaped', async (t) => {
  const { vakt, customerId, source, save, read, upload } = await open(t)
  await source.reload()
  assert.equal(brandPage(template, source.current(), 'n'), template)
  assert.deepEqual([(await read()).version, (await read()).name], [0, ''])
  const saved = await save({})
  assert.equal(saved.statusCode, 200, saved.body)
  assert.equal((await upload('logo', await square(300))).statusCode, 200)
  const names = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    readNamesForAllCustomers(transaction, customerId),
  )
  assert.equal(names.provider, 'Nordan <Drift>', 'on the cover of reports')
  await source.reload()
  const page = brandPage(template, source.current(), 'abc')
  assert.match(page, /<title>Nordan &lt;Drift&gt;<\/title>/)
  assert.match(page, /<style id="branding" nonce="abc">html:root\{--vakt-accent:#[0-9a-f]{6};/)
  assert.match(page, /href="\/icon\.svg\?v=v1"/)
  assert.doesNotMatch(page, /<Drift>/)
  const [, json = ''] = /name="vakt-branding" content="([^"]*)"/.exec(page) ?? []
  const shown = JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
  assert.deepEqual([shown.name, shown.logo.width, shown.logoDark], ['Nordan <Drift>', 160, null])
  assert.match(brandWords(template, source.current()), /<body>Nordan &lt;Drift&gt; vakt\.example/)
})

test('what someone else changed meanwhile is not written over, and each change is in the audit log', async (t) => {
  const { vakt, save, upload, remove, customerId } = await open(t)
  assert.equal((await save({})).json().result.version, 1)
  assert.equal((await save({})).statusCode, 409)
  assert.equal((await save({ version: 1, name: 'Other' })).json().result.name, 'Other')
  await upload('symbol', await square(64))
  assert.equal((await remove('symbol')).json().result.pictures.symbol, null)
  assert.equal((await remove('symbol')).statusCode, 404)
  assert.equal((await upload('photo', await square(64))).statusCode, 404)
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('select action, target from recorded_action where customer_id = $1 order by action_id', [customerId]),
  )
  assert.deepEqual(
    rows.map(({ action, target }) => `${action} ${target}`),
    [
      'installation.branding branding',
      'installation.branding branding',
      'installation.branding-picture symbol',
      'installation.branding-picture symbol',
    ],
  )
})

test('links and senders that lead elsewhere are refused', async (t) => {
  const { save } = await open(t, { mail: { from: { name: 'Vakt', address: 'vakt@nordan.example' }, server: null } })
  const keyOf = async (body: object) => (await save(body)).json().errors?.[0]?.message_translation_key
  assert.equal(await keyOf({ siteUrl: 'javascript:alert(1)' }), 'branding.site_url')
  assert.equal(await keyOf({ support: 'help' }), 'branding.support')
  assert.equal(await keyOf({ accent: 'red' }), 'branding.accent')
  assert.equal(await keyOf({ senderAddress: 'drift@other.example' }), 'branding.sender_domain')
  assert.equal(await keyOf({ senderAddress: 'a\nBcc: b@nordan.example' }), 'branding.sender_address')
  assert.equal((await save({ senderAddress: 'Drift@NORDAN.example' })).statusCode, 200)
})

test('a picture is drawn again: nothing in an SVG runs, and nothing from outside is fetched', async (t) => {
  const { upload, stored } = await open(t)
  const asked: string[] = []
  const outside = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  t.after(() => outside.close())
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 80 20" width="80" height="20">
    <script>fetch('${url}/script')</script><style>@import url('${url}/style');</style>
    <image xlink:href="${url}/picture.png" width="9" height="9"/><image xlink:href="file:///etc/passwd" width="9" height="9"/>
    <rect width="80" height="20" fill="#0b6e4f" onload="alert(1)"/></svg>`
  const answer = await upload('logo', Buffer.from(svg), 'image/svg+xml')
  assert.equal(answer.statusCode, 200, answer.body)
  const { content, width, height } = (await stored('logo')) ?? assert.fail('no picture')
  assert.deepEqual([width, height, content.subarray(1, 4).toString()], [640, 160, 'PNG'])
  assert.doesNotMatch(content.toString('latin1'), /script|passwd|root:/)
  assert.deepEqual(asked, [])
  const bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>'
  for (const wrong of [bomb, '<html><svg/></html>', 'GIF89a'])
    assert.equal(
      (await upload('logo', Buffer.from(wrong), 'image/svg+xml')).json().errors[0].message_translation_key,
      'branding.no_picture',
    )
})

test('pictures are served to everyone, with a version to keep and nothing that runs', async (t) => {
  const { vakt, source, save, upload } = await open(t)
  const app = createHttpApp(silentLog, { isHttps: false })
  t.after(() => app.close())
  serveBranding(app, '/nowhere', source)
  const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers })
  assert.equal((await get('/brand/logo.png')).statusCode, 404)
  assert.equal((await get('/icon.svg')).statusCode, 404)
  followBranding(vakt.listener, source)
  await save({ name: '<x>' })
  const { pictures } = (await upload('logo', await square(300))).json().result
  await until(async () => source.picture('logo') !== undefined)
  const logo = await get(pictures.logo.path)
  assert.equal(logo.headers['content-type'], 'image/png')
  assert.match(String(logo.headers['cache-control']), /immutable/)
  assert.match(String(logo.headers['content-security-policy']), /default-src 'none'.*sandbox/)
  assert.equal((await get('/brand/logo.png?v=other')).headers['cache-control'], 'public, no-cache')
  assert.equal((await get('/brand/logo.png', { 'if-none-match': logo.headers.etag })).statusCode, 304)
  assert.equal((await get('/brand/..%2Ficon.svg')).statusCode, 404)
  const icon = await get('/icon.svg')
  assert.equal(icon.headers['content-type'], 'image/svg+xml')
  assert.match(icon.body, />&lt;<\/text>/)
})

test('mails carry name, logo, footer and sender, and are as before without any', async (t) => {
  const sink = await startMailSink()
  t.after(() => sink.close())
  const { sendTest, save, upload } = await open(t, { mail: { from: sink.settings.from, server: sink.settings } })
  await sendTest()
  assert.match(sink.received[0]?.raw ?? '', /^From: Vakt <vakt@vakt\.test>/m)
  assert.doesNotMatch(sink.received[0]?.raw ?? '', /cid:|Powered by/)
  await upload('logo', await square(300))
  const saved = await save({ senderAddress: 'drift@vakt.test', mailFooter: 'Nordan AB <b>\nStockholm' })
  assert.equal(saved.statusCode, 200, saved.body)
  await sendTest()
  const { from, raw } = sink.received[1] ?? assert.fail('no second mail')
  assert.equal(from, 'vakt@vakt.test')
  assert.match(raw, /^From: "?Nordan <Drift>"? <drift@vakt\.test>/m)
  const text = raw.replaceAll(/=\r?\n/g, '').replaceAll(/=3D/g, '=')
  assert.match(text, /src="cid:logo@vakt"/)
  assert.match(text, /^Content-Id: <logo@vakt>/im)
  assert.match(text, /Nordan AB &lt;b&gt;<br>Stockholm/)
  assert.match(text, /Nordan AB <b>\r?\nStockholm/)
  assert.match(text, /Powered by Vakt/)
})

test('the page behind a link names the provider, and shows the logo of the theme where there is one', async (t) => {
  const { vakt, save, upload } = await open(t)
  await save({})
  const follow = () => vakt.app.inject({ method: 'GET', url: '/page/unknown' })
  const { statusCode, body } = await follow()
  assert.equal(statusCode, 404)
  assert.match(body, /<p class="brand">Nordan &lt;Drift&gt;<\/p>/)
  const { logo } = (await upload('logo', await square(300))).json().result.pictures
  const light = await follow()
  assert.match(String(light.headers['content-security-policy']), /img-src 'self'/)
  const image = (classes: string) => `<img class="${classes}" src="${logo.path}" width="160" height="160" alt="Nordan &lt;Drift&gt;">`
  assert.ok(light.body.includes(`<p class="brand">${image('logo light-only')}</p>`), light.body)
  const dark = (await upload('logo-dark', await square(80))).json().result.pictures['logo-dark']
  const source = `<source media="(prefers-color-scheme: dark)" srcset="${dark.path}" width="80" height="80">`
  const both = (await follow()).body
  assert.ok(both.includes(`<p class="brand"><picture>${source}${image('logo')}</picture></p>`), both)
})
