import type { IncomingMessage } from 'node:http'
import { TooLarge } from '#server/platform/errors.ts'
import { isEncodingFault, readRawBody, sentEncoding } from '#server/platform/http/read-raw-body.ts'
import { checkJson, type JsonCheck, type JsonFault, jsonLimits } from './check-json.ts'
import { findEncoding, peek } from './find-encoding.ts'
import type { Reservation } from './ingest-budget.ts'

const maxBodyBytes = 20 * 1024 * 1024
/** Of a body that is not read, so much is kept. */
const keptOfUnreadable = 64 * 1024
const separateChunksBytes = 1024 * 1024
const timeoutMs = 60_000

export type BodyFault = JsonFault | 'not-packed-so'

/** Of a body with a fault the beginning. */
export type ReceivedBody = { body: Buffer; fault: BodyFault | null }

/** A form is parsed at once, so that it must be smaller. */
const maxFormBytes = 1024 * 1024

/** A form begins with the name of a field, JSON with a brace or a bracket. */
function checkForm(): JsonCheck {
  let bytes = 0
  return {
    push(chunk) {
      bytes += chunk.length
      if (bytes > maxFormBytes) throw new TooLarge(maxFormBytes)
      return null
    },
    end: () => null,
  }
}

/** Chooses the check by the first byte that says what comes. */
function checkJsonOrForm(): JsonCheck {
  let chosen: JsonCheck | null = null
  return {
    push(chunk) {
      const first = chunk.find((byte) => byte > 0x20)
      if (!chosen && first !== undefined) chosen = /[\w%]/.test(String.fromCharCode(first)) ? checkForm() : checkJson(jsonLimits)
      return chosen?.push(chunk) ?? null
    },
    end: () => (chosen ?? checkJson(jsonLimits)).end(),
  }
}

/**
 * Receives a body and checks it while it comes in, so that nothing of it is parsed. Of one with a fault the beginning is kept, as far as it
 * could be decompressed. Throws TooLarge, and Unavailable when it does not fit into the memory for bodies.
 */
export async function receiveSignal(
  request: IncomingMessage,
  reservation: Reservation,
  { maxBytes = maxBodyBytes, mayBeForm = false }: { maxBytes?: number; mayBeForm?: boolean } = {},
): Promise<ReceivedBody> {
  const check = mayBeForm ? checkJsonOrForm() : checkJson(jsonLimits)
  const said = sentEncoding(request)
  // What has no room is refused before anything of it is read.
  if (said === 'identity') reserveDeclared(request, reservation, maxBytes)
  const timeout = setTimeout(() => request.destroy(), timeoutMs)
  try {
    const beginning = await peek(request)
    if (beginning.length === 0) return { body: beginning, fault: 'not-json' }
    const encoding = findEncoding(said, beginning, mayBeForm)
    return await receive(request, reservation, { maxBytes, check, encoding })
  } finally {
    clearTimeout(timeout)
  }
}

/** Answers how many bytes a body says that it has. Throws TooLarge, and Unavailable when they do not fit. */
function reserveDeclared(request: IncomingMessage, reservation: Reservation, maxBytes: number): number {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxBytes) throw new TooLarge(maxBytes)
  reservation.hold(declared)
  return declared
}

async function receive(
  request: IncomingMessage,
  reservation: Reservation,
  { maxBytes, check, encoding }: { maxBytes: number; check: JsonCheck; encoding: string },
): Promise<ReceivedBody> {
  const isPacked = encoding !== 'identity'
  const declared = isPacked ? 0 : reserveDeclared(request, reservation, maxBytes)
  // Chunks and their concatenation would take the memory twice.
  const whole = declared > separateChunksBytes ? Buffer.allocUnsafeSlow(declared) : null
  /** Of one that is packed: what came before its packing is found to be broken. */
  const beginning: Buffer[] = []
  let kept = 0
  let fault: JsonFault | null = null
  const keep = (chunk: Buffer): boolean => {
    fault ??= check.push(chunk)
    if (fault && kept >= keptOfUnreadable) return false
    if (whole) chunk.copy(whole, kept)
    if (isPacked && kept < keptOfUnreadable) beginning.push(Buffer.from(chunk.subarray(0, keptOfUnreadable - kept)))
    kept += chunk.length
    if (kept > declared) reservation.hold(kept)
    return !whole
  }
  try {
    const chunks = await readRawBody(request, maxBytes, keep, { encoding })
    const body = whole ?? chunks
    fault ??= check.end()
    // A copy, so that the rest is freed.
    return fault ? { body: Buffer.from(body.subarray(0, keptOfUnreadable)), fault } : { body, fault }
  } catch (error) {
    if (isEncodingFault(error)) return { body: Buffer.concat(beginning), fault: 'not-packed-so' }
    throw error
  }
}
