import { Undecodable } from './snappy-block.ts'

/** Reads protobuf's wire format from front to back, without a schema and without objects. Throws Undecodable. */
export class ProtobufReader {
  readonly bytes: Buffer
  readonly view: DataView
  at: number
  end: number

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = at
    this.end = end
  }

  /** Exact up to 2^53, signed as int64: enough for milliseconds. */
  varint(): number {
    const { bytes } = this
    let byte = bytes[this.at++] as number
    if (byte < 128) return byte
    let low = byte & 127
    for (let shift = 7; shift < 28; shift += 7) {
      byte = bytes[this.at++] as number
      low |= (byte & 127) << shift
      if (byte < 128) return this.checked(low)
    }
    let high = 0
    let scale = 1
    for (let i = 0; ; i++) {
      if (i === 6 || this.at >= this.end) throw new Undecodable('protobuf: a varint does not end')
      byte = bytes[this.at++] as number
      high += (byte & 127) * scale
      scale *= 128
      if (byte < 128) break
    }
    // 36 bits above 28: from 2^35 on the sign bit of int64 is set.
    if (high >= 2 ** 35) high -= 2 ** 36
    return this.checked(high * 2 ** 28 + low)
  }

  private checked(value: number): number {
    if (this.at > this.end) throw new Undecodable('protobuf: cut short')
    return value
  }

  /** Where a length-delimited field ends; its bytes begin at `at`. */
  block(): number {
    const size = this.varint()
    const end = this.at + size
    if (!(size >= 0 && end <= this.end)) throw new Undecodable('protobuf: a field goes beyond the end')
    return end
  }

  /** One longer than `maxBytes` is cut there, so that nobody pays for it. */
  text(maxBytes: number): string {
    const end = this.block()
    const value = this.bytes.toString('utf8', this.at, Math.min(end, this.at + maxBytes))
    this.at = end
    return value
  }

  double(): number {
    this.needs(8)
    const value = this.view.getFloat64(this.at, true)
    this.at += 8
    return value
  }

  /** Exact up to 2^53. */
  fixed64(): number {
    this.needs(8)
    const value = this.view.getUint32(this.at + 4, true) * 2 ** 32 + this.view.getUint32(this.at, true)
    this.at += 8
    return value
  }

  signedFixed64(): number {
    this.needs(8)
    const value = Number(this.view.getBigInt64(this.at, true))
    this.at += 8
    return value
  }

  skip(wireType: number): void {
    if (wireType === 0) this.varint()
    else if (wireType === 1) this.at += 8
    else if (wireType === 2) this.at = this.block()
    else if (wireType === 5) this.at += 4
    else throw new Undecodable(`protobuf: wire type ${wireType}`)
    if (this.at > this.end) throw new Undecodable('protobuf: cut short')
  }

  /** Calls `on` for each field up to `end`; those for which it answers false are passed over. */
  fields(end: number, on: (field: number, wireType: number) => boolean): void {
    while (this.at < end) {
      const tag = this.varint()
      if (!on(tag >>> 3, tag & 7)) this.skip(tag & 7)
    }
    if (this.at !== end) throw new Undecodable('protobuf: a field goes beyond its message')
  }

  private needs(bytes: number): void {
    if (this.at + bytes > this.end) throw new Undecodable('protobuf: cut short')
  }
}
