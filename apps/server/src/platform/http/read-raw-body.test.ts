import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { readRawBody } from './read-raw-body.ts'

/** Receives one request, of which the sender gives so much and then leaves; `meanwhile` passes before its body is read. */
async function receiveHalf(meanwhile: (request: IncomingMessage) => Promise<unknown>, headers = ''): Promise<Buffer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sender.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n${headers}\r\nhalf`)
  const [request] = (await once(server, 'request')) as [IncomingMessage]
  try {
    sender.destroy()
    await meanwhile(request)
    return await readRawBody(request, 1000)
  } finally {
    server.close()
  }
}

test('a body that breaks off is an error, also packed, and when it broke off before it was read', { timeout: 10_000 }, async () => {
  await assert.rejects(receiveHalf(async () => {}))
  await assert.rejects(receiveHalf(async () => {}, 'content-encoding: gzip\r\n'))
  await assert.rejects(receiveHalf((request) => once(request, 'close')))
})
