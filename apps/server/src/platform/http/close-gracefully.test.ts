import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { closeGracefully } from '#server/platform/http/close-gracefully.ts'
import { createHttpApp } from '#server/platform/http/create-http-app.ts'
import { checkHealth, serveHealth } from '#server/platform/http/serve-health.ts'
import { silentLog } from '#server/testing/test-database.ts'

async function createServer() {
  const stopping = new AbortController()
  const app = createHttpApp(silentLog, { isHttps: false, stopping: stopping.signal })
  serveHealth(app, () => checkHealth({}, () => [], stopping.signal))
  let hasStarted = () => {}
  let finish = () => {}
  const started = new Promise<void>((resolve) => (hasStarted = resolve))
  const finished = new Promise<void>((resolve) => (finish = resolve))
  app.get('/slow', async () => {
    hasStarted()
    await finished
    return { status: 'done' }
  })
  app.get('/quick', async () => ({ status: 'done' }))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const stop = (delayMs: number, timeoutMs?: number) => {
    stopping.abort()
    return closeGracefully(app, delayMs, timeoutMs)
  }
  return { origin, port: Number(new URL(origin).port), started, finish, stop }
}

const agent = () => new Agent({ keepAlive: true, maxSockets: 1 })

async function get(url: string, over: Agent) {
  const sent = request(url, { agent: over }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return { status: answer.statusCode as number, connection: answer.headers.connection as string | undefined, reused: sent.reusedSocket }
}

test('while it stops it is not ready, answers what still comes and closes the connections, and then the port', async () => {
  const server = await createServer()
  const [kept, slow] = [agent(), agent()]
  assert.equal((await get(`${server.origin}/quick`, kept)).connection, 'keep-alive')
  assert.equal((await get(`${server.origin}/health/ready`, agent())).status, 200)
  const inFlight = get(`${server.origin}/slow`, slow)
  await server.started
  const stopped = server.stop(1000)
  assert.deepEqual(await get(`${server.origin}/quick`, kept), { status: 200, connection: 'close', reused: true })
  assert.equal((await get(`${server.origin}/health/ready`, agent())).status, 503)
  let isRefused = false
  while (!isRefused)
    isRefused = await get(`${server.origin}/quick`, agent()).then(
      () => false,
      () => true,
    )
  server.finish()
  assert.equal((await inFlight).status, 200)
  await stopped
})

test('a request that does not end is cut, and a connection that never asked anything does not hold it up', async () => {
  const server = await createServer()
  const silent = connect(server.port, '127.0.0.1')
  await once(silent, 'connect')
  const cut = assert.rejects(get(`${server.origin}/slow`, agent()))
  await server.started
  await server.stop(0, 200)
  await cut
  silent.destroy()
})
