import type { IncomingMessage } from 'node:http'
import { peek } from '#server/features/signals/find-encoding.ts'
import type { Reservation } from '#server/features/signals/ingest-budget.ts'
import { contentTypeOf } from '#server/features/signals/sent-content-type.ts'
import { Refusal } from '#server/platform/errors.ts'
import { isEncodingKnown, readRawBody, sentEncoding } from '#server/platform/http/read-raw-body.ts'
import { findMetricEncoding, isSnappyBlock, type MetricFormat } from './find-metric-packing.ts'
import { readOtlpJson } from './wire/otlp-json.ts'
import { readOtlpProtobuf } from './wire/otlp-protobuf.ts'
import { readRemoteWrite1 } from './wire/remote-write-1.ts'
import { readRemoteWrite2 } from './wire/remote-write-2.ts'
import { TooMuchAtOnce } from './wire/request-bounds.ts'
import type { HoldMemory, SentPoints } from './wire/sent-points.ts'
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
const maxJsonBytes = 4 * megabyte
const timeoutMilliseconds = 60_000

const message1 = 'prometheus.WriteRequest'
const message2 = 'io.prometheus.write.v2.Request'
const largeBytes = 64 * 1024

export type MetricEncoding = 'protobuf' | 'json'
type ReadPoints = (bytes: Buffer, turns: Turns, hold: HoldMemory) => Promise<SentPoints>

function partsOfType(contentType: string): { type: string; parameters: string[] } {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  return { type, parameters }
}

const space = new Set([...' \t\n\r'].map((character) => character.charCodeAt(0)))

/** A body that begins with a brace, or a list, is JSON: in protobuf that would be a field that there is not. */
function looksLikeJson(body: Buffer): boolean {
  let at = body[0] === 0xef ? 3 : 0
  while (space.has(body[at] as number)) at++
  return body[at] === 0x7b || body[at] === 0x5b
}

/** By its type, where that is one of the two, or else by how the body begins. */
function isJsonBody(contentType: string, body: Buffer): boolean {
  const { type } = partsOfType(contentType)
  // A line end is how a protobuf body begins, and what some write before JSON.
  if (/^application\/(x-)?protobuf$/.test(type)) return body[0] === 0x7b
  return looksLikeJson(body) || (type === 'application/json' && body[0] !== 0x0a)
}

/** The version of a remote write by its announced message, or else by the first field of the body: those of both differ. */
function versionOf(contentType: string, body: Buffer): ReadPoints {
  const { type, parameters } = partsOfType(contentType)
  const message = parameters
    .find((part) => part.startsWith('proto='))
    ?.slice('proto='.length)
    .replaceAll('"', '')
  if (message === message1.toLowerCase()) return readRemoteWrite1
  if (message === message2.toLowerCase()) return readRemoteWrite2
  if (message !== undefined) throw unsupported('content-type', `Remote write is read as ${message1} or ${message2}.`)
  // application/x-protobuf without a message is version 1.0 by the protocol.
  return type !== 'application/x-protobuf' && (body[0] === 34 || body[0] === 42) ? readRemoteWrite2 : readRemoteWrite1
}

type BodyReader = { read: ReadPoints; encoding: MetricEncoding }

function chooseReader(format: MetricFormat, contentType: string, body: Buffer): BodyReader {
  if (format === 'prometheus') return { read: versionOf(contentType, body), encoding: 'protobuf' }
  if (!isJsonBody(contentType, body)) return { read: readOtlpProtobuf, encoding: 'protobuf' }
  if (body.length > maxJsonBytes) throw new TooMuchAtOnce(`JSON is read up to ${maxJsonBytes / megabyte} MB.`)
  return { read: readOtlpJson, encoding: 'json' }
}

const keptOfUnreadable = 64 * 1024

/**
 * Reads the points of a request, whatever its Content-Type and Content-Encoding say, in turns with others. Throws UnsupportedBody, TooLarge, TooMuchAtOnce,
 * Undecodable, and Unavailable where its memory is not to be had.
 */
export async function readMetricBody(
  request: IncomingMessage,
  format: MetricFormat,
  reservation: Reservation,
  keepBeginning: (bytes: Buffer) => void,
): Promise<{ sent: SentPoints; encoding: MetricEncoding }> {
  const turns = createTurns()
  const raw = await receiveDecompressed(request, format, reservation, turns)
  keepBeginning(raw.subarray(0, keptOfUnreadable))
  const { read, encoding } = chooseReader(format, contentTypeOf(request) ?? '', raw)
  if (raw.length > largeBytes) await turns.next()
  reservation.hold(raw.length)
  return { sent: await read(raw, turns, (more) => reservation.hold(raw.length + more)), encoding }
}

/** The body as it was sent is free for others to use the memory of as soon as this returns. */
async function receiveDecompressed(
  request: IncomingMessage,
  format: MetricFormat,
  reservation: Reservation,
  turns: Turns,
): Promise<Buffer> {
  const said = sentEncoding(request)
  const { body, encoding } = await receive(request, format, reservation)
  // Version 1.0 of remote write is always compressed with snappy, and some senders leave the header out.
  const isExpected = encoding === 'identity' && (said === 'snappy' || (format === 'prometheus' && said === 'identity'))
  if (!isSnappyBlock(format, body, isExpected)) return body
  if (body.length > largeBytes) await turns.next()
  const reserve = (length: number) => reservation.hold(body.length + length)
  return decompressSnappy(body, { maxBytes: maxMetricBodyBytes, turns, reserve })
}

/** What came in, decompressed unless it is with snappy, by the encoding that was found. */
async function receive(
  request: IncomingMessage,
  format: MetricFormat,
  reservation: Reservation,
): Promise<{ body: Buffer; encoding: string }> {
  const timeout = setTimeout(() => request.destroy(), timeoutMilliseconds)
  let held = 0
  const hold = (chunk: Buffer) => {
    held += chunk.length
    // Chunks are put together at the end: for a moment there are both.
    reservation.hold(held === chunk.length ? held : held * 2)
    return true
  }
  try {
    const beginning = await peek(request)
    if (beginning.length === 0) return { body: beginning, encoding: 'identity' }
    const encoding = findMetricEncoding(format, sentEncoding(request), beginning)
    if (!isEncodingKnown(encoding))
      throw unsupported('content-encoding', 'The body is compressed in a way that is not read here: send it with snappy or gzip.')
    return { body: await readRawBody(request, maxMetricBodyBytes, hold, { encoding }), encoding }
  } finally {
    clearTimeout(timeout)
  }
}
