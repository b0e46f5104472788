import { createHmac, timingSafeEqual } from 'node:crypto'
import { Invalid } from '#server/platform/errors.ts'

const wrong = () => Invalid.field('x-continuation-token', 'This continuation token does not belong to this list.', 'error.continuation')

/**
 * Says where the next page of a list begins. Opaque to the caller and signed, bound to everything given as `scope` (user, customer, call,
 * filters), so that it opens no other list.
 */
export function sealContinuation(secret: Buffer, scope: readonly string[], position: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(position))
  return `${payload.toString('base64url')}.${sign(secret, scope, payload).toString('base64url')}`
}

export function openContinuation(secret: Buffer, scope: readonly string[], token: string): string[] {
  const [payload, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!payload || !signature) throw wrong()
  const expected = sign(secret, scope, payload)
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw wrong()
  return JSON.parse(payload.toString()) as string[]
}

function sign(secret: Buffer, scope: readonly string[], payload: Buffer): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(scope)).update(payload).digest()
}
