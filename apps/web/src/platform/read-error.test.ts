import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readError } from './request.ts'

const answerThatFails = (error: unknown) =>
  new Response(new ReadableStream({ start: (controller) => controller.error(error) }), { status: 401, headers: { 'x-request-id': 'r-1' } })

test('an answer whose request is aborted while it is read is no refusal', async () => {
  await assert.rejects(readError(answerThatFails(new DOMException('The request was aborted.', 'AbortError'))), { name: 'AbortError' })
})

test('a refusal whose body cannot be read keeps its status and request id', async () => {
  const { status, requestId, errors } = await readError(answerThatFails(new TypeError('terminated')))
  assert.deepEqual({ status, requestId, errors }, { status: 401, requestId: 'r-1', errors: [] })
})
