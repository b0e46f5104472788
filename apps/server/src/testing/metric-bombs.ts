import { bytesField, varintField } from './remote-write.ts'

/** The same bytes over and over, up to a size: small once it is packed. */
export function repeated(part: Uint8Array, bytes: number): Buffer {
  return Buffer.alloc(Math.floor(bytes / part.length) * part.length, part)
}

/** Nine bytes: a point of remote write without its value. */
export const bareSample = bytesField(2, [varintField(2, 1_795_352_700_123)])

/** Label references of remote write 2.0, each of one byte. */
export const references = (count: number, ref = 1): Buffer => bytesField(1, Buffer.alloc(count, ref))

/** An attribute of OTLP with text for its value. */
export const attribute = (name: string, value: string, field: number): Buffer =>
  bytesField(field, [bytesField(1, name), bytesField(2, [bytesField(1, value)])])

/** A list in a list in a list, as a value of OTLP. */
export function nestedList(levels: number): Buffer {
  let value = bytesField(1, 'x')
  for (let level = 0; level < levels; level++) value = bytesField(5, [bytesField(1, value)])
  return value
}

/** A request of OTLP with one metric, whose gauge holds these points. */
export const oneGauge = (points: Uint8Array, resource: Uint8Array = Buffer.alloc(0)): Buffer =>
  bytesField(1, [bytesField(1, resource), bytesField(2, [bytesField(2, [bytesField(1, 'm'), bytesField(5, points)])])])
