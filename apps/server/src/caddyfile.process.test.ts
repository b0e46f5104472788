import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { findPorts } from '#server/testing/production/spawn-program.ts'
import { readVaktSite, startCaddy } from '#server/testing/production/start-caddy.ts'

/** What Caddy sees of a web process; `isReady` is what it says of itself. It answers with the length of what it was sent. */
async function startProcess(port: number): Promise<{ server: Server; isReady: boolean }> {
  const process = {
    isReady: true,
    server: createServer(async (sent, answer) => {
      if (sent.url === '/health/ready') return answer.writeHead(process.isReady ? 200 : 503).end()
      let length = 0
      for await (const chunk of sent) length += (chunk as Buffer).length
      answer.end(String(length))
    }),
  }
  process.server.listen(port, '127.0.0.1')
  await once(process.server, 'listening')
  return process
}

function post(url: string, body: Buffer): Promise<{ status: number | undefined; said: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', rejectUnauthorized: false }, async (answer) => {
      let said = ''
      for await (const chunk of answer) said += chunk
      resolve({ status: answer.statusCode, said })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

const placesOfSite = ['/api/v1/x', '/ingest/v1/x', '/api/v1/customer/1/entity-upload/x']

test('what writes is answered where one process has ended and the other one does not count as ready', {
  timeout: 60_000,
  skip: process.env.CADDY_PATH ? false : 'There is no Caddy here.',
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vakt-caddy-'))
  const [caddyPort = 0, web1 = 0, web2 = 0] = await findPorts(3)
  const [one, other] = [await startProcess(web1), await startProcess(web2)]
  const caddy = await startCaddy(folder, [await readVaktSite(caddyPort, [web1, web2])])
  after(async () => {
    await caddy.end('SIGKILL')
    other.server.close()
    await rm(folder, { recursive: true, force: true })
  })
  const origin = `https://localhost:${caddyPort}`
  for (const place of placesOfSite) assert.deepEqual(await post(origin + place, Buffer.from('up')), { status: 200, said: '2' })

  one.server.close()
  one.server.closeAllConnections()
  other.isReady = false
  const noted = (words: string, port: number) =>
    caddy
      .output()
      .split('\n')
      .filter((line) => line.includes(words) && line.includes(`:${port}`)).length
  // Each of the site's three proxies asks for the health by itself.
  while (noted('connection refused', web1) < placesOfSite.length || noted('status code', web2) < placesOfSite.length) await wait(50)
  const body = Buffer.alloc(1_000_000, 'x')
  for (const place of placesOfSite) assert.deepEqual(await post(origin + place, body), { status: 200, said: '1000000' }, place)
})
