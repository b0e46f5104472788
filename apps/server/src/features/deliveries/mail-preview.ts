import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { readUuid } from '#server/platform/ids.ts'
import { withLogoInside } from './attach-logo.ts'
import { readOutboxMessageForAllCustomers } from './outbox-table.ts'

const validForMilliseconds = 10 * 60_000
const sign = (secret: Buffer, mailId: string, until: number) =>
  createHmac('sha256', secret).update(`${mailId} ${until}`).digest('base64url')

/** Where a frame gets the mail from, which cannot send a token along: the address itself is the permission, for a few minutes. */
export function previewPath(secret: Buffer, mailId: string, now: Date): string {
  const until = now.getTime() + validForMilliseconds
  return `/mail-preview/${mailId}?until=${until}&key=${sign(secret, mailId, until)}`
}

function isPermitted(secret: Buffer, mailId: string, { until = '', key = '' }: { until?: string; key?: string }): boolean {
  const [given, right] = [Buffer.from(key), Buffer.from(sign(secret, mailId, Number(until)))]
  return given.length === right.length && timingSafeEqual(given, right) && Number(until) > Date.now()
}

/** The mail as it looks, in a document of its own that can run nothing, load nothing and lead nowhere. */
export function openMailPreview(app: FastifyInstance, pool: Pool, secret: Buffer): void {
  app.get('/mail-preview/:mailId', async (request, reply) => {
    const mailId = readUuid((request.params as { mailId: string }).mailId)
    if (!isPermitted(secret, mailId, request.query as object)) throw new NotFound()
    const html = await readForAllCustomers({ pool, isStaff: true }, async (transaction) => {
      const mail = await readOutboxMessageForAllCustomers(transaction, mailId)
      return mail && withLogoInside(transaction, mail.html)
    })
    if (html === undefined) throw new NotFound()
    return reply
      .header(
        'content-security-policy',
        "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'",
      )
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  })
}
