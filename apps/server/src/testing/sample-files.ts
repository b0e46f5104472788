import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A JPEG as a phone makes it: lying on its side, with the place where it was taken. */
export const makePhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 32, channels: 3, background: '#3366cc' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Geheim' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 19/1 46/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()

export const makeImage = (format: 'png' | 'gif' | 'webp' | 'jpeg', width = 40, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#22aa66' } })
    .toFormat(format)
    .toBuffer()

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A small PNG that claims to be this large, of one bit a pixel. */
export function makePixelBomb(edge: number, height = edge): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const row = deflateSync(Buffer.alloc(Math.ceil(edge / 8) * 200))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', row), pngChunk('IEND', Buffer.alloc(0))])
}
