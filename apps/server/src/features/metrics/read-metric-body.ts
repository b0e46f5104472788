import type { IncomingMessage } from 'node:http'
import type { Reservation } from '#server/features/signals/ingest-budget.ts'
import { Refusal } from '#server/platform/errors.ts'
import { readRawBody } from '#server/platform/http/read-raw-body.ts'
import { readOtlpJson } from './wire/otlp-json.ts'
import { readOtlpProtobuf } from './wire/otlp-protobuf.ts'
import { readRemoteWrite1 } from './wire/remote-write-1.ts'
import { readRemoteWrite2 } from './wire/remote-write-2.ts'
import type { SentPoints } from './wire/sent-points.ts'
import { decompressSnappy } from './wire/snappy-block.ts'
import { createTurns, type Turns } from './wire/turns.ts'

/** The media type or its encoding is none that is read here. */
class UnsupportedBody extends Refusal {
  readonly status = 415
}

const unsupported = (property: string, message: string) =>
  new UnsupportedBody([{ property, message, message_translation_key: 'error.encoding' }])

const megabyte = 1024 * 1024
/** Decompressed. */
export const maxMetricBodyBytes = 16 * megabyte
/** JSON is parsed in one turn of the event loop. */
const maxJsonBytes = 4 * megabyte
const timeoutMilliseconds = 60_000

const message1 = 'prometheus.WriteRequest'
const message2 = 'io.prometheus.write.v2.Request'

export type MetricEncoding = 'protobuf' | 'json'
type ReadPoints = (bytes: Buffer, turns: Turns) => Promise<SentPoints>
type BodyReader = { read: ReadPoints; maxBytes: number; isSnappy: boolean; encoding: MetricEncoding }

/**
 * Chooses the reader by the headers alone. A body of remote write 2.0 read as 1.0 would be empty and well, so that what is not announced is
 * refused. Throws UnsupportedBody.
 */
function chooseReader(format: 'prometheus' | 'otlp', headers: IncomingMessage['headers']): BodyReader {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase())
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (format === 'otlp') {
    if (type === 'application/json') return { read: readOtlpJson, maxBytes: maxJsonBytes, isSnappy: false, encoding: 'json' }
    if (type === 'application/x-protobuf' || type === 'application/protobuf')
      return { read: readOtlpProtobuf, maxBytes: maxMetricBodyBytes, isSnappy: encoding === 'snappy', encoding: 'protobuf' }
    throw unsupported('content-type', 'OTLP is read as application/x-protobuf or application/json.')
  }
  const message = parameters.find((part) => part.startsWith('proto='))?.slice('proto='.length) ?? message1.toLowerCase()
  if (type !== 'application/x-protobuf') throw unsupported('content-type', 'Remote write is read as application/x-protobuf.')
  if (message !== message1.toLowerCase() && message !== message2.toLowerCase())
    throw unsupported('content-type', `Remote write is read as ${message1} or ${message2}.`)
  if (encoding !== 'snappy' && encoding !== 'gzip' && encoding !== 'identity')
    throw unsupported('content-encoding', 'Remote write is read compressed with snappy or gzip.')
  const read = message === message2.toLowerCase() ? readRemoteWrite2 : readRemoteWrite1
  // Version 1.0 is always compressed with snappy, and some senders leave the header out.
  const isSnappy = encoding === 'snappy' || (encoding === 'identity' && headers['content-encoding'] === undefined)
  return { read, maxBytes: maxMetricBodyBytes, isSnappy, encoding: 'protobuf' }
}

/** Reads the points of a request. Throws UnsupportedBody, TooLarge, Undecodable, and Unavailable where its memory is not to be had. */
export async function readMetricBody(
  request: IncomingMessage,
  format: 'prometheus' | 'otlp',
  reservation: Reservation,
): Promise<{ sent: SentPoints; encoding: MetricEncoding }> {
  const { read, maxBytes, isSnappy, encoding } = chooseReader(format, request.headers)
  const body = await receive(request, maxBytes, reservation)
  const raw = isSnappy ? decompressSnappy(body, maxBytes, (length) => reservation.hold(body.length + length)) : body
  return { sent: await read(raw, createTurns()), encoding }
}

async function receive(request: IncomingMessage, maxBytes: number, reservation: Reservation): Promise<Buffer> {
  const timeout = setTimeout(() => request.destroy(), timeoutMilliseconds)
  let held = 0
  try {
    return await readRawBody(
      request,
      maxBytes,
      (chunk) => {
        held += chunk.length
        reservation.hold(held)
        return true
      },
      ['snappy'],
    )
  } finally {
    clearTimeout(timeout)
  }
}
