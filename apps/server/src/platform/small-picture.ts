/** What makes a picture be taken for one: other formats are not even opened. */
const beginnings = ['ffd8ff', '89504e470d0a1a0a', '474946383761', '474946383961', '52494646........57454250'].map(
  (hex) => new RegExp(`^${hex}`),
)
const mostPixels = 50_000_000
const side = 192

const isPicture = (bytes: Buffer) => beginnings.some((beginning) => beginning.test(bytes.subarray(0, 12).toString('hex')))

/** A small square WebP of the picture's middle, upright and without what the camera noted in it; null when these bytes are no picture. */
export async function makeSmallPicture(bytes: Buffer): Promise<Buffer | null> {
  if (!isPicture(bytes)) return null
  // Loaded by the first who needs it: a server that nobody sends pictures to does without.
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(side, side, { fit: 'cover', position: 'attention' })
    .webp({ quality: 82 })
    .timeout({ seconds: 10 })
    .toBuffer()
    .catch(() => null)
}
