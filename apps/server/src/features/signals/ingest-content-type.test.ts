import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { signalFormats } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { alert, createSender, notification, post, readSignals, vakt } from '#server/testing/ingest-sender.ts'
import { until } from '#server/testing/real-program.ts'

const oddTypes = [
  'json',
  'text',
  ';',
  'application/json;',
  'application/json charset=utf-8',
  'application/json, application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '/',
  '',
]
const lastSignalOf = async (customerId: string) =>
  (await vakt.database.worker.query('select last_signal_at as at from ingest_token where customer_id = $1', [customerId])).rows[0].at

test('a body that can be read is read whatever its type says, in every format', async () => {
  const { customerId, token } = await createSender()
  const body = JSON.stringify(notification(alert(1)))
  for (const format of signalFormats)
    for (const type of oddTypes) {
      const answer = await post(token, { path: `/ingest/v1/${format}`, body, headers: { 'content-type': type } })
      assert.equal(answer.status, 202, `${format} ${type}: ${answer.text}`)
    }
  const path = '/ingest/v1/pagerduty/v2/enqueue'
  const event = JSON.stringify({
    event_action: 'trigger',
    dedup_key: 'k',
    payload: { summary: 'Disk', source: 'web-01', severity: 'error' },
  })
  for (const type of oddTypes) assert.equal((await post(token, { path, body: event, headers: { 'content-type': type } })).status, 202, type)
  await vakt.work()
  const { rows } = await vakt.database.worker.query("select name from alert where customer_id = $1 and state = 'firing'", [customerId])
  assert.ok(rows.some(({ name }: { name: string }) => name === 'Rule 1') && rows.some(({ name }: { name: string }) => name === 'Disk'))
})

test('a form of Datadog is told from JSON by the body', async () => {
  const { customerId, token } = await createSender()
  const payload = JSON.stringify({ transition: 'Triggered', title: 'Disk', id: '1', alert_id: '1', host: 'web-01' })
  const form = new URLSearchParams({ payload }).toString()
  for (const body of [payload, form])
    for (const type of ['application/json', 'application/x-www-form-urlencoded', ';'])
      assert.equal(
        (await post(token, { path: '/ingest/v1/datadog', body, headers: { 'content-type': type } })).status,
        202,
        `${type} ${body}`,
      )
  const large = `payload=${'x'.repeat(1_100_000)}`
  assert.equal((await post(token, { path: '/ingest/v1/datadog', body: large })).status, 413)
  await vakt.work()
  assert.deepEqual([...new Set((await readSignals(customerId)).map(({ state }) => state))], ['done'])
})

test('a sender is told what was not understood, and its source does not count as delivering until something is', async () => {
  const { customerId, token } = await createSender()
  const answerTo = async (format: string, body: unknown) => {
    const { status, text } = await post(token, { path: `/ingest/v1/${format}`, body: JSON.stringify(body) })
    assert.equal(status, 202)
    const { signalId, ...rest } = JSON.parse(text).result
    assert.match(signalId, /^\d+$/)
    return rest
  }
  assert.deepEqual(await answerTo('alertmanager', { note: 'hello' }), {
    state: 'unrecognised',
    note: 'The body has no list of alerts; a custom payload template is not read',
  })
  assert.equal((await answerTo('alertmanager', { alerts: [null, 1] })).note, 'The list of alerts is empty')
  assert.equal((await answerTo('zabbix', {})).state, 'unrecognised')
  const { text } = await post(token, { path: '/ingest/v1/pagerduty', body: '{"dedup_key":"k"}' })
  assert.deepEqual(JSON.parse(text).warnings, ['The event has no event_action'])
  await vakt.work()
  assert.deepEqual([...new Set((await readSignals(customerId)).map(({ state }) => state))], ['unrecognised'])
  assert.equal(await lastSignalOf(customerId), null)
  assert.deepEqual(await answerTo('alertmanager', notification(alert(1))), {})
  await vakt.work()
  assert.notEqual(await lastSignalOf(customerId), null)
})

test('a body that can be read is read whatever its Content-Encoding says, whole and in pieces', async () => {
  const { customerId, token } = await createSender()
  const json = Buffer.from(JSON.stringify(notification(alert(1))))
  const large = Buffer.from(JSON.stringify({ ...notification(alert(1)), padding: 'x'.repeat(1_500_000) }))
  const packings = [(body: Buffer) => body, gzipSync, deflateSync, deflateRawSync, brotliCompressSync]
  const encodings = ['gzip', 'GZIP', 'x-gzip', 'deflate', 'br', 'zstd', 'utf-8', 'gzip, deflate', '']
  const trueOf = new Map([
    [gzipSync, encodings],
    [deflateSync, encodings],
    [deflateRawSync, ['deflate']],
    [brotliCompressSync, ['br']],
  ] as const)
  for (const [index, pack] of packings.entries())
    for (const encoding of trueOf.get(pack as typeof gzipSync) ?? encodings)
      for (const body of [json, ...(encoding === 'gzip' ? [large] : []), Buffer.from('[]')]) {
        const packed = pack(body)
        const pieces = Readable.from([packed.subarray(0, 1), packed.subarray(1, 3), packed.subarray(3)].filter(({ length }) => length > 0))
        const headers = encoding === '' ? {} : { 'content-encoding': encoding }
        for (const sent of body === large ? [packed] : [packed, pieces]) {
          const answer = await post(token, { body: sent, headers })
          assert.equal(answer.status, 202, `${index} ${encoding} ${body.length}: ${answer.text}`)
        }
      }
  const bodies = (await readSignals(customerId)).map(({ body }) => body)
  assert.ok(bodies.every((body) => [json, large].some((one) => one.equals(body)) || body.length < 4))
  const form = new URLSearchParams({ payload: JSON.stringify({ transition: 'Triggered', title: 'Disk', id: '1' }) }).toString()
  for (const body of [form, gzipSync(form), deflateSync(form)])
    for (const encoding of ['gzip', 'deflate', 'zstd']) {
      const answer = await post(token, { path: '/ingest/v1/datadog', body, headers: { 'content-encoding': encoding } })
      assert.equal(answer.status, 202, `${encoding}: ${answer.text}`)
    }
})

test('a sender is told what was not understood of a large body, too', async () => {
  const { customerId, token } = await createSender()
  const padding = 'x'.repeat(300_000)
  const send = async (body: object) =>
    JSON.parse((await post(token, { body: JSON.stringify({ ...body, padding }) })).text).result as { state?: string; note?: string }
  // The process that reads large ones is given some time to start.
  await until(async () => (await send({ note: 'hello' })).state === 'unrecognised')
  assert.equal((await send({ alerts: [] })).note, 'The list of alerts is empty')
  assert.equal((await send(notification(alert(1)))).state, undefined)
  await vakt.work()
  assert.equal((await readSignals(customerId)).at(-1)?.state, 'done')
})

test('a body that cannot be decompressed is listed as unreadable, with what could be', async () => {
  const { customerId, token } = await createSender()
  const cut = gzipSync(JSON.stringify(notification(alert(1)))).subarray(0, 150)
  for (const [body, encoding] of [
    ['<html>', 'gzip'],
    [cut, 'gzip'],
    [cut, 'identity'],
    [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4, 0]), 'zstd'],
  ] as const)
    assert.equal((await post(token, { body, headers: { 'content-encoding': encoding } })).status, 400)
  assert.deepEqual(
    (await readSignals(customerId)).map(({ state, note }) => [state, note]),
    Array(4).fill(['unreadable', 'The body is not compressed as its Content-Encoding says, or in a way that is not known.']),
  )
})
