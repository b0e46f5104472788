import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { TooMany, Unavailable } from '#server/platform/errors.ts'
import { createHttpApp } from '#server/platform/http/create-http-app.ts'
import { createRequestSampler, type LoggedRequest } from './sample-requests.ts'

const lines: string[] = []
const app = createHttpApp(pino({ base: null }, { write: (line: string) => void lines.push(line) }), { isHttps: false })
const thrown: Record<string, () => Error> = {
  limit: () => new Unavailable(2),
  'too-many': () => new TooMany(30),
  lost: () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' }),
  fault: () => new Unavailable(5, new Error('the provider is silent')),
}
app.get('/throw/:name', async (request) => {
  throw thrown[(request.params as { name: string }).name]?.() ?? new Error('no such error')
})
after(() => app.close())

async function linesOf(url: string, method: 'GET' | 'POST' = 'GET'): Promise<{ status: number; lines: string[] }> {
  lines.length = 0
  const { statusCode } = await app.inject({ method, url })
  return { status: statusCode, lines: [...lines] }
}

const failures = (logged: string[]) => logged.filter((line) => line.includes('request failed'))

test('an expected refusal is one line without an error', async () => {
  for (const [name, status] of Object.entries({ limit: 503, 'too-many': 429 })) {
    const answer = await linesOf(`/throw/${name}`)
    assert.equal(answer.status, status)
    assert.equal(answer.lines.length, 1, answer.lines.join(''))
  }
})

test('a fault behind a 503 is logged with what it was', async () => {
  assert.match(failures((await linesOf('/throw/lost')).lines).join(), /Connection terminated/)
  assert.match(failures((await linesOf('/throw/fault')).lines).join(), /the provider is silent/)
})

test('names of uploaded files stay out of the log', async () => {
  const id = 'e2a5b9a0-0000-4000-8000-000000000001'
  for (const path of [
    `/api/v1/customer/1001/ticket/attachment/${id}/sick-note-anna.pdf`,
    `/api/v1/customer/1001/ticket/attachment/${id}/sick-note-anna.pdf/more`,
    `/api/v1/customer/1001/ticket/%61ttachment/${id}/sick-note-anna.pdf`,
    `/api/v1/customer/1001/ticket/Attachment/${id}/sick-note-anna.pdf`,
    '/api/v1/customer/1001/entity-upload/1/file/sick-note-anna.csv?a=b',
  ]) {
    const { lines: logged } = await linesOf(path, 'POST')
    assert.equal(logged.length, 1)
    assert.doesNotMatch(logged.join(), /sick-note/)
    assert.match(logged.join(), /\/(attachment|file)\/.*…/i)
  }
})

test('of quiet requests one in so many is logged, and the sum of all stays right', async () => {
  const logged: string[] = []
  const sampled = createHttpApp(pino({ base: null }, { write: (line: string) => void logged.push(line) }), { isHttps: false, logOneIn: 10 })
  sampled.get('/quiet', async () => 'x')
  sampled.get('/health', { logLevel: 'warn' }, async () => 'x')
  sampled.post('/written', async () => 'x')
  const ask = async (count: number, method: 'GET' | 'POST', url: string) => {
    for (let asked = 0; asked < count; asked += 1) await sampled.inject({ method, url })
  }
  await ask(25, 'GET', '/quiet')
  await ask(30, 'GET', '/health')
  await ask(3, 'POST', '/written')
  await ask(4, 'GET', '/missing')
  await ask(7, 'GET', '/quiet')
  await sampled.close()
  const lines = logged.map((line) => JSON.parse(line) as { path?: string; leftOut?: number; msg: string })
  const requests = lines.filter(({ msg }) => msg === 'request')
  const count = (path: string) => requests.filter((line) => line.path === path).length
  assert.deepEqual([count('/quiet'), count('/written'), count('/missing'), count('/health')], [4, 3, 4, 0])
  assert.deepEqual(lines.at(-1)?.msg, 'requests left out of the log')
  assert.equal(requests.length + lines.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0), 25 + 3 + 4 + 7)
})

test('a request that is slow, fails or writes is never left out', () => {
  const sampler = createRequestSampler(1000)
  const quiet = { method: 'GET', status: 200, ms: 5 }
  assert.deepEqual([sampler.take(quiet), sampler.take(quiet), sampler.take({ ...quiet, status: 304 })], [0, null, null])
  assert.equal(sampler.take({ ...quiet, ms: 1000 }), 2)
  const kept: Partial<LoggedRequest>[] = [{ method: 'POST' }, { method: 'DELETE' }, { status: 401 }, { status: 503 }]
  for (const change of kept) assert.equal(sampler.take({ ...quiet, ...change }), 0)
})
