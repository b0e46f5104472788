import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Invalid, TooLarge } from '#server/platform/errors.ts'

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

function decode(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return request
  const create = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders] : undefined
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

/**
 * The body as it comes in, decompressed. Stops at the limit, counted after decompression, so that a small body that unpacks without end costs
 * no more than the limit. Throws TooLarge, or Invalid when it cannot be decompressed.
 */
export async function* streamRawBody(request: IncomingMessage, limitInBytes: number): AsyncGenerator<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limitInBytes) throw new TooLarge(limitInBytes)
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
    request.unpipe()
    if (stream !== request) stream.destroy()
    if (/^Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_PADDING/.test((error as { code?: string }).code ?? '')) {
      throw Invalid.field('', 'The body cannot be decompressed as its Content-Encoding says.', 'error.encoding')
    }
    throw error
  }
}

/** As `streamRawBody`, the whole of it at once. */
export async function readRawBody(request: IncomingMessage, limitInBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of streamRawBody(request, limitInBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
