import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { TooMany, Unavailable } from '#server/platform/errors.ts'
import { createHttpApp } from '#server/platform/http/create-http-app.ts'

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
