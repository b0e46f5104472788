import { inPictureTurn, pictureLimits } from './picture-turns.ts'

/** What makes a picture be taken for one: other formats are not even opened. */
const beginnings = ['ffd8ff', '89504e470d0a1a0a', '474946383761', '474946383961', '52494646........57454250'].map(
  (hex) => new RegExp(`^${hex}`),
)
const side = 192

const isPicture = (bytes: Buffer) => beginnings.some((beginning) => beginning.test(bytes.subarray(0, 12).toString('hex')))

/**
 * A small square WebP of the picture's middle, upright and without what the camera noted in it; `userId` sent it. Null when these bytes are
 * no picture, or one that is too large. Throws Unavailable when too many pictures wait.
 */
export async function makeSmallPicture(bytes: Buffer, userId: string): Promise<Buffer | null> {
  if (!isPicture(bytes)) return null
  return inPictureTurn(userId, () => shrink(bytes).catch(() => null))
}

async function shrink(bytes: Buffer): Promise<Buffer | null> {
  // Loaded by the first who needs it: a server that no one sends pictures to does without.
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: pictureLimits.pixels, failOn: 'error', pages: 1 })
  const { width, height } = await picture.metadata()
  if (Math.max(width, height) > pictureLimits.edge) return null
  return picture
    .autoOrient()
    .resize(side, side, { fit: 'cover', position: 'attention' })
    .webp({ quality: 82 })
    .timeout({ seconds: pictureLimits.seconds })
    .toBuffer()
}
