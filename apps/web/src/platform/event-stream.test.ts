import assert from 'node:assert/strict'
import test from 'node:test'
import { readEvents } from './event-stream.ts'

test('reads events that are cut anywhere, and hears of heartbeats', async () => {
  const text = 'data: {"type":"hello"}\n\n: beat\n\ndata: {"type":"ticket.changed","customerId":"å"}\n\n'
  const bytes = new TextEncoder().encode(text)
  for (let size = 1; size <= bytes.length; size += 7) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.slice(index * size, (index + 1) * size))
    let signs = 0
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(part)
        controller.close()
      },
    })
    const events: unknown[] = []
    for await (const event of readEvents(stream, () => signs++)) events.push(event)
    assert.deepEqual(events, [{ type: 'hello' }, { type: 'ticket.changed', customerId: 'å' }])
    assert.ok(signs > 0)
  }
})
