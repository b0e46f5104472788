import { once } from 'node:events'
import http from 'node:http'
import { Readable, Writable } from 'node:stream'
import { after } from 'node:test'
import { pino } from 'pino'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

/** What the server under test logs, line by line. */
export const logged: string[] = []
const log = pino(
  { level: 'trace' },
  new Writable({
    write(line, _encoding, done) {
      logged.push(String(line))
      done()
    },
  }),
)
export const vakt = await createTestApp({ log })
const address = await vakt.app.listen({ port: 0, host: '127.0.0.1' })
after(() => vakt.close())

export type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: Buffer | string | Readable }
export type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string }

/** Over a connection of its own, streams chunked: whatever the server does with the rest of a body, its answer must arrive. */
export async function post(
  token: string,
  { method = 'POST', path = '/ingest/v1/alertmanager', headers = {}, body = '{}' }: Sent = {},
): Promise<Answer> {
  const request = http.request(`${address}${path}`, {
    method,
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  })
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  // Once the answer is there the rest of the body may well fail to be sent.
  const failed = new Promise<never>((_, reject) => request.on('error', reject))
  if (body instanceof Readable) body.on('error', () => {}).pipe(request)
  else request.end(body)
  const [response] = await Promise.race([answered, failed])
  const chunks = await response.toArray()
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }
}

export const errorsOf = ({ text }: Answer) =>
  (JSON.parse(text) as { errors: { message: string; message_translation_key: string }[] }).errors

export async function createSender(options: { isProvider?: boolean } = {}) {
  const { customerId, emailDomain } = await createCustomer(vakt.database, options)
  return {
    customerId,
    token: await createIngestToken(vakt.database, customerId, options),
    user: { email: `anna@${emailDomain}`, roles: ['admin'] },
  }
}

type SignalRow = { signal_id: string; state: string; note: string | null; format: string; body: Buffer }
export const readSignals = (customerId: string) =>
  workForAllCustomers(
    { pool: vakt.database.worker },
    async (transaction) =>
      (await transaction.query<SignalRow>('select * from signal where customer_id = $1 order by signal_id', [customerId])).rows,
  )

export const alert = (number: number, instance = `host-${number}.example`) => ({
  status: 'firing',
  fingerprint: `bad-${number}`,
  labels: { alertname: `Rule ${number % 50}`, severity: 'high', instance },
  annotations: { summary: `Alert ${number}`, description: 'One of many. '.repeat(10) },
  startsAt: '2026-11-20T10:00:00Z',
  endsAt: '0001-01-01T00:00:00Z',
})
export const notification = (...alerts: unknown[]) => ({ version: '4', status: 'firing', alerts })
