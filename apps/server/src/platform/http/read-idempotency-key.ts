import { createHash } from 'node:crypto'
import type { Operation } from '@vakt/contract/operation.ts'
import type { FastifyRequest } from 'fastify'
import type { IdempotentCall } from '#server/platform/context.ts'
import { Invalid, NotSignedIn } from '#server/platform/errors.ts'

const form = /^[\x21-\x7e]{1,255}$/

/**
 * The key of a request that is to be carried out once, with the hash of what is asked; undefined without the header. A POST that takes no key
 * refuses it: a client that sends one relies on it. To be called before the body is checked, which fills in defaults.
 */
export function readIdempotencyKey(operation: Operation, request: FastifyRequest): IdempotentCall | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || (!operation.takesIdempotencyKey && operation.method !== 'POST')) return undefined
  if (!operation.takesIdempotencyKey)
    throw Invalid.field('idempotency-key', 'This call takes no Idempotency-Key. Send it without one.', 'error.idempotency_key_not_taken')
  if (typeof key !== 'string' || !form.test(key))
    throw Invalid.field('idempotency-key', 'Between 1 and 255 visible ASCII characters, such as a UUID.', 'error.idempotency_key')
  if (!request.caller) throw new NotSignedIn()
  const asked = JSON.stringify([operation.method, operation.path, request.params, request.query, request.body])
  return { userId: request.caller.userId, key, requestHash: createHash('sha256').update(asked).digest() }
}
