import type { IncomingMessage } from 'node:http'
import { finished, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { Invalid, TooLarge } from '#server/platform/errors.ts'

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  /** What some senders call deflate: without the header of zlib. */
  'deflate-raw': createInflateRaw,
  br: createBrotliDecompress,
}

/** The Content-Encoding as it was sent, in lower case; `identity` without one. */
export const sentEncoding = (request: IncomingMessage): string => request.headers['content-encoding']?.trim().toLowerCase() || 'identity'

function decode(request: IncomingMessage, { encoding = sentEncoding(request) }: Decoding = {}): Readable {
  if (encoding === 'identity') return request
  const create = isEncodingKnown(encoding) ? decoders[encoding as keyof typeof decoders] : undefined
  if (!create)
    throw Invalid.field(
      'content-encoding',
      `There is no encoding "${encoding}" here; gzip, deflate and br are understood.`,
      'error.encoding',
    )
  const decoder = create()
  request.on('error', (error) => decoder.destroy(error))
  return request.pipe(decoder)
}

type Decoding = { encoding?: string }

export const isEncodingKnown = (encoding: string): boolean => encoding === 'identity' || Object.hasOwn(decoders, encoding)

/** Whether an error says that a body cannot be decompressed. */
export const isEncodingFault = (error: unknown): boolean =>
  error instanceof Invalid && error.errors[0]?.message_translation_key === 'error.encoding'

/** What a broken packing says differs by the packing; all of it is the sender's. */
function explain(error: Error & { code?: string }): Error {
  return /^Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_PADDING/.test(error.code ?? '')
    ? Invalid.field('', 'The body cannot be decompressed as its Content-Encoding says.', 'error.encoding')
    : error
}

function refuseDeclaredSize(request: IncomingMessage, limitInBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limitInBytes) throw new TooLarge(limitInBytes)
}

/**
 * The body as it comes in, decompressed. Stops at the limit, counted after decompression, so that a small body that unpacks without end costs
 * no more than the limit. Throws TooLarge, or Invalid when it cannot be decompressed.
 */
export async function* streamRawBody(request: IncomingMessage, limitInBytes: number): AsyncGenerator<Buffer> {
  refuseDeclaredSize(request, limitInBytes)
  const stream = decode(request)
  let size = 0
  try {
    // Not destroyed when the loop is left: with the request its socket would go, and the answer with it.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limitInBytes) throw new TooLarge(limitInBytes)
      yield chunk
    }
  } catch (error) {
    leave(request, stream)
    throw explain(error as Error)
  }
}

function leave(request: IncomingMessage, stream: Readable): void {
  request.unpipe()
  if (stream !== request) stream.destroy()
}

/**
 * As `streamRawBody`, the whole of it at once, which costs less for a small one. `keep` is shown each chunk: one for which it returns false is
 * left out, and what it throws ends the reading. `encoding` is read instead of what
 * its Content-Encoding says.
 */
export function readRawBody(
  request: IncomingMessage,
  limitInBytes: number,
  keep: (chunk: Buffer) => boolean = () => true,
  decoding: Decoding = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    refuseDeclaredSize(request, limitInBytes)
    const stream = decode(request, decoding)
    const chunks: Buffer[] = []
    let size = 0
    const fail = (error: Error) => {
      stream.off('data', take).pause()
      leave(request, stream)
      reject(explain(error))
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > limitInBytes) return fail(new TooLarge(limitInBytes))
      try {
        if (keep(chunk)) chunks.push(chunk)
      } catch (error) {
        fail(error as Error)
      }
    }
    stream.on('data', take)
    finished(stream, { writable: false }, (error) => {
      if (error) fail(error)
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    })
  })
}
