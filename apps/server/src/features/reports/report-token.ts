import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/serve.ts'

const validForMs = 10 * 60_000

/** It was opened by someone else, is another one, or was opened too long ago. */
class NotOpened extends Refusal {
  readonly status = 403
  constructor() {
    const message = 'This report was not opened by you within the last ten minutes. Open it again.'
    super([{ property: 'token', message, message_translation_key: 'report.token_wrong' }])
  }
}

export type OpenedReport = { customerId: string; report: string; caller: Caller | null }

const sign = (secret: Buffer, { customerId, report, caller }: OpenedReport, until: number) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([customerId, report, caller?.userId ?? '', until]))
    .digest('base64url')

export function makeReportToken(secret: Buffer, opened: OpenedReport, now: Date): { token: string; expiresAt: string } {
  const until = now.getTime() + validForMs
  return { token: `${until}.${sign(secret, opened, until)}`, expiresAt: new Date(until).toISOString() }
}

/** Throws unless the token is of this user, customer and report and still valid. */
export function checkReportToken(secret: Buffer, opened: OpenedReport, token: string | undefined, now: Date): void {
  const [until = '', given = ''] = (token ?? '').split('.')
  const right = Buffer.from(sign(secret, opened, Number(until)))
  const isRight = Buffer.byteLength(given) === right.length && timingSafeEqual(Buffer.from(given), right)
  if (!isRight || Number(until) <= now.getTime()) throw new NotOpened()
}
