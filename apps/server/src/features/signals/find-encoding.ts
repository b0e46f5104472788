import type { IncomingMessage } from 'node:http'
import { checkJson, jsonLimits } from './check-json.ts'

/** So many bytes tell text from what is compressed. */
const neededBytes = 64
const maxLookedAt = 1024

/** The beginning of a body, all of which is still to be read: at least 64 bytes, where it has so many. */
export function peek(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let beginning = Buffer.alloc(0)
    const end = (settle: () => void) => {
      request.off('readable', look).off('end', stop).off('error', fail).off('close', close)
      settle()
    }
    const fail = (error: Error) => end(() => reject(error))
    const stop = () => end(() => resolve(beginning))
    const close = () => fail(new Error('The request ended before its body did.'))
    const look = () => {
      for (let chunk = request.read(); chunk !== null; chunk = request.read()) beginning = Buffer.concat([beginning, chunk])
      // One that is injected does not say whether it is complete: it comes whole.
      const isComplete = request.complete ?? beginning.length > 0
      if (beginning.length < neededBytes && !isComplete) return
      // In the same turn, so that the end of the body is not said before.
      if (beginning.length > 0) request.unshift(beginning)
      end(() => resolve(beginning))
    }
    request.on('readable', look).on('end', stop).on('error', fail).on('close', close)
    // One without a body may have ended already.
    look()
  })
}

const isJson = (beginning: Buffer) => beginning.length > 0 && checkJson(jsonLimits).push(beginning) !== 'not-json'

/** A form is sent in printable ASCII. */
const isPrintable = (beginning: Buffer) => beginning.every((byte) => byte < 0x7f && (byte >= 0x20 || byte === 0x0a || byte === 0x0d))

export const isGzip = ([first, second]: Buffer) => first === 0x1f && second === 0x8b

/** RFC 1950: the method 8, and a multiple of 31. */
export const isZlib = ([first = 0, second = 0]: Buffer) => (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0

/**
 * How a body is compressed, by its beginning: senders and what is between leave out the Content-Encoding, or say it of what they do not
 * compress. Brotli has no beginning of its own.
 */
export function findEncoding(said: string, body: Buffer, mayBeForm = false): string {
  const beginning = body.subarray(0, maxLookedAt)
  if (isGzip(beginning)) return 'gzip'
  if (said === 'identity' && beginning[0] !== 0x78) return said
  if (isJson(beginning) || (mayBeForm && isPrintable(beginning))) return 'identity'
  if (isZlib(beginning)) return 'deflate'
  return said === 'deflate' ? 'deflate-raw' : said
}
