import { createHash, randomBytes } from 'node:crypto'
import { NotFound } from '#server/platform/errors.ts'
import type { FileAnswer } from '#server/platform/http/serve.ts'

const form = /^vakt_cal_[A-Za-z0-9_-]{43}$/
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A secret for the address of a calendar, and the hash under which it is kept. */
export function newCalendarSecret(): { secret: string; hash: Buffer } {
  const secret = `vakt_cal_${randomBytes(32).toString('base64url')}`
  return { secret, hash: hashOf(secret) }
}

/** The hash of the secret at the end of an address, with or without `.ics`. Throws NotFound for what is none. */
export function hashOfAddress(address: string): Buffer {
  const secret = address.replace(/\.ics$/, '')
  if (!form.test(secret)) throw new NotFound()
  return hashOf(secret)
}

/** An iCalendar as the answer to a program that subscribes to it. */
export function answerWithCalendar(fileName: string, content: string): FileAnswer {
  const version = createHash('sha256').update(content).digest('base64url')
  return { fileName, contentType: 'text/calendar; charset=utf-8', content: Buffer.from(content), isShownInline: true, version }
}
