import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { heading, landing } from './screens.ts'
import { signIn } from './sign-in.ts'
import { launchVakt } from './start-vakt.ts'
import { expect, test } from './story.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** What an OpenTelemetry collector with an open door for browsers is to them. */
async function startCollector() {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.method === 'POST') received.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { received, origin, stop: () => server.close() }
}

const policyOf = async (page: Page, address: string) =>
  (await page.request.get(address)).headers()['content-security-policy']?.match(/connect-src ([^;]*)/)?.[1]

test('without configuration a page speaks to Vakt alone', async ({ page }) => {
  const others: string[] = []
  page.on('request', (request) => void (new URL(request.url()).origin === process.env.VAKT_ORIGIN || others.push(request.url())))
  await signIn(page, 'admin')
  await page.getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(heading(page)).toContainText('Tickets')
  expect(others.filter((address) => address.startsWith('http'))).toEqual([])
  expect(await policyOf(page, '/')).toBe("'self'")
})

test('with a collector, each screen that is opened is reported by its route, and nothing of the user is', async ({ openBrowser }) => {
  test.setTimeout(120_000)
  const collector = await startCollector()
  const vakt = await launchVakt({ PAGE_VIEWS_OTLP_URL: `${collector.origin}/v1/logs` })
  try {
    const page = await (await openBrowser({ baseURL: vakt.origin })).newPage()
    await page.goto('/tickets/1001?priority=2')
    await expect(landing(page)).toBeVisible()
    await signIn(page, 'admin', '/tickets/1001?priority=2')
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Conversation' })).toBeVisible()
    const routes = () => collector.received.map(({ body }) => /"url\.template","value":\{"stringValue":"([^"]+)"/.exec(body)?.[1])
    await expect.poll(routes).toEqual(expect.arrayContaining(['/login', '/tickets/$customerId', '/tickets/$customerId/$ticketId/details']))
    for (const { path, headers, body } of collector.received) {
      expect(path).toBe('/v1/logs')
      expect(body).not.toMatch(/nordan|1001|priority|@/)
      expect(headers.cookie ?? headers.authorization ?? headers.referer).toBeUndefined()
    }
    expect(await policyOf(page, vakt.origin)).toBe(`'self' ${collector.origin}`)
    await page.close()
  } finally {
    await vakt.stop()
    collector.stop()
  }
})
