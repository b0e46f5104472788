import type { Page } from '@playwright/test'
import { makePicture } from './files.ts'
import { heading } from './screens.ts'
import { readTokens } from './sign-in.ts'
import { expect, test } from './story.ts'

const attacks = [
  '<script>window.ran=1</script>',
  '<img src=x onerror=window.ran=1>',
  '"><svg/onload=window.ran=1>',
  "'-window.ran=1-'",
  '</title></textarea><iframe srcdoc="<script>parent.ran=1</script>">',
  '[here](javascript:window.ran=1)',
  '![x](https://evil.example/pixel.png)',
  '<https://evil.example/x onmouseover=window.ran=1>',
  '<a href="data:text/html,<script>window.ran=1</script>">x</a>',
  '{{constructor.constructor("window.ran=1")()}}',
  '<style>*{display:none}</style><base href="https://evil.example/">',
  '<form action="javascript:window.ran=1"><button autofocus onfocus=window.ran=1>',
]
const hostile = attacks.join(' ')
const short = attacks[1] ?? ''

/** Notes whatever of it ran, was asked for or was stopped by the policy only. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) seen.push(`request ${request.url()}`)
  })
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      sessionStorage.setItem('violation', `${violatedDirective} ${blockedURI}`)
    })
  })
  return async () => {
    const inside = await page.evaluate(() => ({
      ran: 'ran' in window,
      violation: sessionStorage.getItem('violation'),
      links: [...document.querySelectorAll('a[href]')]
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => /^\s*(javascript|data|vbscript):/i.test(href)),
    }))
    return [...seen, ...(inside.ran ? ['a script ran'] : []), ...(inside.violation ? [inside.violation] : []), ...inside.links]
  }
}

test('nothing runs of what people write, on whichever screen, mail or print it is shown', async ({ openAs }) => {
  test.setTimeout(120_000)
  const staff = await openAs('staff', '/tickets/1001')
  await expect(staff.getByRole('table').getByRole('link').first()).toBeVisible()
  const { accessToken } = await readTokens(staff)
  const send = async (method: 'POST' | 'PUT', path: string, data: object | Buffer) => {
    const answer = await staff.request.fetch(`/api/v1${path}`, { method, data, headers: { authorization: `Bearer ${accessToken}` } })
    expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBeLessThan(300)
    return answer.status() === 204 ? {} : (await answer.json()).result
  }
  const customerId = `x${crypto.randomUUID().slice(0, 8)}`
  await send('POST', '/admin/customer', { customerId, name: `${short} ${customerId}`, emailDomains: [], tenants: [crypto.randomUUID()] })
  const path = `/customer/${customerId}/ticket`
  const ticket = { subject: `${customerId} ${hostile}`.slice(0, 250), description: hostile, email: 'staff@vakt.example' }
  const { ticketId, temp_id } = await send('POST', path, ticket)
  const facts = { tags: attacks.map((attack) => attack.slice(0, 64)), assigneeGroup: short, externalId: hostile.slice(0, 200) }
  await send('PUT', `${path}/${ticketId}`, { version: 1, ...facts })
  for (const attack of [...attacks, hostile]) await send('POST', `${path}/${ticketId}/comment`, { body: attack })
  await send('POST', `${path}/${ticketId}/comment`, { body: hostile, private: true })
  const picture = await makePicture(staff, 'x', '#334466')
  for (const name of ['<img src=x onerror=window.ran=1>.png', '"onerror=window.ran=1 x=".png'])
    await send('POST', `${path}/attachment/${temp_id}/${encodeURIComponent(name)}`, picture.buffer)
  await send('POST', `${path}-view`, { name: short, search: { tag: [attacks[1] ?? ''] }, isShared: true })
  const hours = { note: hostile.slice(0, 500), minutes: 30, date: '2026-11-20', hourType: 'normal', billable: true }
  await send('POST', `${path}/${ticketId}/hours`, hours)

  const found = await watch(staff)
  const visit = async (address: string, sign: string | RegExp) => {
    await staff.goto(address)
    await expect(staff.locator('#content').getByText(sign).filter({ visible: true }).first()).toBeVisible()
    expect.soft(await found(), address).toEqual([])
  }
  await visit(`/tickets/${customerId}`, customerId)
  await visit(`/tickets/${customerId}?tag=${encodeURIComponent(short)}&group=${encodeURIComponent(short)}&q=script`, customerId)
  await visit(`/tickets/${customerId}?all=true&of=${customerId}`, customerId)
  await visit(`/tickets/${customerId}/${ticketId}/details`, customerId)
  await expect(staff.getByRole('main').getByRole('listitem').filter({ hasText: '[here](javascript:window.ran=1)' }).first()).toBeVisible()
  await staff.emulateMedia({ media: 'print' })
  await staff.emulateMedia({ media: 'screen' })
  await staff.getByRole('list', { name: 'Attachments' }).getByRole('button').first().click()
  await expect(staff.getByRole('dialog').locator('img')).toBeVisible()
  expect.soft(await found(), 'attachment').toEqual([])
  await visit(`/admin/customers?q=${customerId}`, customerId)
  await visit(`/admin/actions?customer=${customerId}`, /./)
  await visit('/admin/outbox', /./)
  await staff.goto(`/tickets/${customerId}/${ticketId}/details`)
  await expect(heading(staff)).toContainText(customerId)
  await staff.keyboard.press('Control+k')
  await staff.keyboard.type(customerId)
  await expect(staff.getByRole('dialog', { name: 'Go to or do' }).getByRole('option').first()).toContainText(customerId)
  expect.soft(await found(), 'palette').toEqual([])
})
