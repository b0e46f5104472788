import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createGzip, gzipSync } from 'node:zlib'
import { alert, createSender, errorsOf, notification, post, readSignals, vakt } from '#server/testing/ingest-sender.ts'

test('a body of 5 MB is taken in whole, with and without a length, packed and unpacked', async () => {
  const { customerId, token } = await createSender()
  const body = Buffer.from(JSON.stringify({ ...notification(alert(1)), padding: randomBytes(2_500_000).toString('hex') }))
  assert.equal((await post(token, { body })).status, 202)
  assert.equal((await post(token, { body: Readable.from([body.subarray(0, 99), body.subarray(99)]) })).status, 202)
  assert.equal((await post(token, { body: gzipSync(body), headers: { 'content-encoding': 'gzip' } })).status, 202)
  for (const signal of await readSignals(customerId)) assert.ok(signal.body.equals(body))
  await vakt.work()
  assert.deepEqual(
    (await readSignals(customerId)).map(({ state }) => state),
    ['done', 'done', 'done'],
  )
})

test('a body of 21 MB is refused with an answer that arrives, with and without a length', async () => {
  const { customerId, token } = await createSender()
  const body = Buffer.alloc(21 * 1024 * 1024, ' ')
  const parts = function* () {
    for (let index = 0; index < 21 * 16; index += 1) yield body.subarray(0, 64 * 1024)
  }
  for (const sent of [body, Readable.from(parts())]) {
    const answer = await post(token, { body: sent })
    assert.equal(answer.status, 413)
    assert.equal(errorsOf(answer)[0]?.message_translation_key, 'error.too_large')
  }
  assert.deepEqual(await readSignals(customerId), [])
  assert.equal((await post(token)).status, 202)
})

/** One gigabyte of zeros in about a megabyte. */
async function packZeros(): Promise<Buffer> {
  const zeros = Buffer.alloc(1024 * 1024)
  const gzip = createGzip({ level: 1 })
  Readable.from(
    (function* () {
      for (let index = 0; index < 1024; index += 1) yield zeros
    })(),
  ).pipe(gzip)
  return Buffer.concat(await gzip.toArray())
}

test('a small body that unpacks to a gigabyte is refused, and costs less than 64 MB', async () => {
  const { token } = await createSender()
  const bomb = await packZeros()
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 1)
  const answer = await post(token, { body: bomb, headers: { 'content-encoding': 'gzip' } })
  clearInterval(watch)
  assert.equal(answer.status, 413)
  assert.ok(most - before < 64 * 1024 * 1024, `the memory grew by ${Math.round((most - before) / 1024 / 1024)} MB`)
})

test('what is not packed as it says, or in a way that nobody knows, is refused', async () => {
  const { token } = await createSender()
  // Not random: now and then random bytes begin with a brotli stream that is whole.
  const garbage = Buffer.alloc(100_000, 0xff)
  for (const encoding of ['gzip', 'x-gzip', 'deflate', 'br', 'compress', 'zstd', 'gzip, gzip', '__proto__', 'constructor']) {
    for (const body of [garbage, gzipSync('{"alerts": []}').subarray(0, 20)]) {
      const answer = await post(token, { body, headers: { 'content-encoding': encoding } })
      assert.deepEqual([answer.status, errorsOf(answer)[0]?.message_translation_key], [400, 'error.encoding'], encoding)
    }
  }
  for (const encoding of ['identity', 'compress', '__proto__'])
    assert.equal((await post(token, { body: '{}', headers: { 'content-encoding': encoding } })).status, 202)
})

/** The longest work, in milliseconds of this thread's processor time, between two moments at which a timer could run: what other processes take does not count. */
function watchEventLoop() {
  let longest = 0
  let since = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(since)
    since = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
  }
  const timer = setInterval(look, 5)
  const readLongest = () => {
    look()
    const read = longest
    longest = 0
    return read
  }
  return { readLongest, stop: () => clearInterval(timer) }
}

test('10,000 alerts in one body are all stored, and nobody else waits meanwhile', async (t) => {
  const { customerId, token, user } = await createSender()
  const body = JSON.stringify(notification(...Array.from({ length: 10_000 }, (_, number) => alert(number))))
  const eventLoop = watchEventLoop()
  assert.equal((await post(token, { body })).status, 202)
  const whileTaken = eventLoop.readLongest()
  await vakt.work()
  const whileWorked = eventLoop.readLongest()
  eventLoop.stop()
  t.diagnostic(
    `event loop held at most ${whileTaken.toFixed(0)} ms while it was taken in, ${whileWorked.toFixed(0)} ms while it was worked through`,
  )
  assert.ok(Math.max(whileTaken, whileWorked) < 250)
  assert.equal((await vakt.call(user, 'GET', `/customer/${customerId}/alert/count`)).json().result.firing.high, 10_000)
  assert.equal((await vakt.call(user, 'GET', `/customer/${customerId}/ticket/count`)).json().result.open, 10_000)
})
