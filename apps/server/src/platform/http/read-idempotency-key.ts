import { createHash, type Hash } from 'node:crypto'
import { type Operation, takesIdempotencyKey } from '@vakt/contract/operation.ts'
import type { FastifyRequest } from 'fastify'
import type { AnswerCipher, IdempotentCall } from '#server/platform/context.ts'
import { Invalid, NotSignedIn } from '#server/platform/errors.ts'
import { readRawBody, streamRawBody } from './read-raw-body.ts'

const form = /^[\x21-\x7e]{1,255}$/

/** Only of a file is the hash not complete before the body is read. */
const hashes = new WeakMap<IdempotentCall, Hash>()

/** `cipher` where the answer shows a secret. */
type Settings = { cipher: AnswerCipher | null; isChecked: boolean }

/**
 * The key of a request that is to be carried out once, with the hash of what is asked; undefined without the header. A POST that takes no key
 * refuses it: a client that sends one relies on it. To be called before the body is checked, which fills in defaults.
 */
export function readIdempotencyKey(operation: Operation, request: FastifyRequest, settings: Settings): IdempotentCall | undefined {
  const key = request.headers['idempotency-key']
  const takesKey = takesIdempotencyKey(operation)
  if (key === undefined || (!takesKey && operation.method !== 'POST')) return undefined
  if (!takesKey)
    throw Invalid.field('idempotency-key', 'This call takes no Idempotency-Key. Send it without one.', 'error.idempotency_key_not_taken')
  if (typeof key !== 'string' || !form.test(key))
    throw Invalid.field('idempotency-key', 'Between 1 and 255 visible ASCII characters, such as a UUID.', 'error.idempotency_key')
  if (!request.caller) throw new NotSignedIn()
  const { customerId = request.caller.customerId } = request.params as { customerId?: string }
  const asked = JSON.stringify([operation.method, operation.path, request.params, request.query, request.body])
  const hash = createHash('sha256').update(asked)
  const call: IdempotentCall = {
    userId: request.caller.userId,
    key,
    ...(settings.cipher && { cipher: settings.cipher }),
    ...(operation.method === 'POST' && {
      automatic: { customerId, hasAnswer: operation.result !== undefined, isChecked: settings.isChecked },
    }),
    requestHash: hash.copy().digest(),
  }
  if (!operation.fileBody) return call
  const ofFile = Object.defineProperty(call, 'requestHash', { get: () => hash.copy().digest(), enumerable: true })
  hashes.set(ofFile, hash)
  return ofFile
}

type OpenFile = { readFile(): Promise<Buffer>; streamFile(): AsyncGenerator<Buffer> }

/** The body of a call that takes a file. What is read of it goes into the hash of the request. */
export function openFile({ raw }: FastifyRequest, maxBytes: number, call: IdempotentCall | undefined): OpenFile {
  const hash = call && hashes.get(call)
  if (!call || !hash) return { readFile: () => readRawBody(raw, maxBytes), streamFile: () => streamRawBody(raw, maxBytes) }
  const state = { isBegun: false }
  async function* streamFile() {
    state.isBegun = true
    for await (const chunk of streamRawBody(raw, maxBytes)) {
      hash?.update(chunk)
      yield chunk
    }
  }
  async function readFile() {
    state.isBegun = true
    const content = await readRawBody(raw, maxBytes)
    hash?.update(content)
    return content
  }
  call.readFile = async () => {
    if (!state.isBegun) for await (const _ of streamFile());
  }
  return { readFile, streamFile }
}
