export type SampleSeries = {
  labels: Record<string, string>
  /** Value and milliseconds since the epoch. */
  samples: [value: number, at: number][]
  /** Of version 2: its type by number, and its unit. */
  type?: number
  unit?: string
}

const varint = (value: number): number[] => {
  const bytes: number[] = []
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)]
    bytes.push(Number(rest & 127n) + 128)
  }
}

/** A field of protobuf that holds bytes, text or a message. */
export function bytesField(number: number, content: string | Uint8Array | Buffer[]): Buffer {
  const bytes = Array.isArray(content) ? Buffer.concat(content) : Buffer.from(content)
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes])
}

export const varintField = (number: number, value: number): Buffer => Buffer.from([...varint(number * 8), ...varint(value)])

export function doubleField(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(9)
  bytes[0] = number * 8 + 1
  bytes.writeDoubleLE(value, 1)
  return bytes
}

const sample = ([value, at]: [number, number]) => bytesField(2, [doubleField(1, value), varintField(2, at)])

/** A request of remote write 1.0, not compressed. */
export function encodeRemoteWrite1(series: SampleSeries[], metadata: { type: number; family: string; unit?: string }[] = []): Buffer {
  return Buffer.concat([
    ...series.map(({ labels, samples }) =>
      bytesField(1, [
        ...Object.entries(labels).map(([name, value]) => bytesField(1, [bytesField(1, name), bytesField(2, value)])),
        ...samples.map(sample),
      ]),
    ),
    ...metadata.map(({ type, family, unit = '' }) => bytesField(3, [varintField(1, type), bytesField(2, family), bytesField(5, unit)])),
  ])
}

/** A request of remote write 2.0, not compressed. */
export function encodeRemoteWrite2(series: SampleSeries[]): Buffer {
  const symbols = ['']
  const ref = (text: string) => {
    const known = symbols.indexOf(text)
    return known >= 0 ? known : symbols.push(text) - 1
  }
  const blocks = series.map(({ labels, samples, type = 0, unit = '' }) =>
    bytesField(5, [
      bytesField(1, Uint8Array.from(Object.entries(labels).flatMap(([name, value]) => [...varint(ref(name)), ...varint(ref(value))]))),
      ...samples.map(sample),
      bytesField(5, [varintField(1, type), varintField(4, ref(unit))]),
    ]),
  )
  return Buffer.concat([...symbols.map((symbol) => bytesField(4, symbol)), ...blocks])
}

/** A snappy block of literals: not smaller, and valid. */
export function toSnappy(bytes: Uint8Array): Buffer {
  const parts: Buffer[] = [Buffer.from(varint(bytes.length))]
  for (let at = 0; at < bytes.length; at += 65_536) {
    const literal = bytes.subarray(at, at + 65_536)
    const length = literal.length - 1
    parts.push(Buffer.from([61 << 2, length & 255, length >> 8]), Buffer.from(literal))
  }
  return Buffer.concat(parts)
}

export const remoteWriteHeaders = {
  1: { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy', 'x-prometheus-remote-write-version': '0.1.0' },
  2: {
    'content-type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request',
    'content-encoding': 'snappy',
    'x-prometheus-remote-write-version': '2.0.0',
  },
} as const
