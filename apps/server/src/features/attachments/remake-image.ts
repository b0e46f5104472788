import type { Sharp } from 'sharp'
import { Invalid } from '#server/platform/errors.ts'
import { inPictureTurn, pictureLimits } from '#server/platform/picture-turns.ts'
import type { AttachmentContents } from './attachment-store.ts'

const previewEdge = 480
const { pixels: maxPixels, edge: maxEdge, seconds } = pictureLimits

/** Loaded by the first who needs it: a server that no one sends pictures to does without. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

const encoders: Record<string, (image: Sharp, source: { isPalette: boolean }) => Sharp> = {
  'image/jpeg': (image) => image.autoOrient().jpeg({ quality: 90 }),
  'image/png': (image, { isPalette }) => image.autoOrient().png({ palette: isPalette }),
  'image/gif': (image) => image.gif(),
  'image/webp': (image) => image.webp({ quality: 90 }),
}

const isAnimated = (contentType: string) => contentType === 'image/gif' || contentType === 'image/webp'

/**
 * The image, written again from its pixels: without place, camera and whatever else was in the file, upright, and with nothing behind its
 * end; and a small picture of it. `userId` sent it. Throws Invalid for what is no whole image, has too many pixels or too long an edge, or
 * takes too long, and Unavailable when too many images wait.
 */
export async function remakeImage(contentType: string, content: Buffer, userId: string): Promise<AttachmentContents> {
  const encode = encoders[contentType]
  if (!encode) throw new Error(`There is no encoder for ${contentType}.`)
  return inPictureTurn(userId, async () => {
    try {
      const sharp = await loadSharp()
      const open = (animated: boolean) => sharp(content, { limitInputPixels: maxPixels, failOn: 'error', animated })
      const { width, height, pages = 1, pageHeight, isPalette } = await open(isAnimated(contentType)).metadata()
      if (Math.max(width, pageHeight ?? height) > maxEdge) throw edgeTooLong()
      if (width * (pageHeight ?? height) * pages > maxPixels) throw tooManyPixels()
      const source = { isPalette }
      const whole = await encode(open(isAnimated(contentType)), source)
        .timeout({ seconds })
        .toBuffer()
      const preview = await open(false)
        .autoOrient()
        .resize({ width: previewEdge, height: previewEdge, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds })
        .toBuffer()
      return { whole, preview }
    } catch (error) {
      if (error instanceof Invalid) throw error
      const { message } = error as Error
      if (/pixel limit/i.test(message)) throw tooManyPixels()
      if (/timeout/i.test(message)) throw tooSlow()
      throw Invalid.field('file', 'The image is damaged: it cannot be read to its end.', 'attachment.damaged')
    }
  })
}

const tooManyPixels = () =>
  Invalid.field('file', `The image has more than ${maxPixels / 1_000_000} million pixels. Make it smaller.`, 'attachment.too_many_pixels')

const edgeTooLong = () =>
  Invalid.field('file', `An edge of the image is longer than ${maxEdge} pixels. Make it shorter.`, 'attachment.edge_too_long')

const tooSlow = () =>
  Invalid.field('file', `The image takes longer than ${seconds} s to read. Save it in a simpler way.`, 'attachment.too_slow')
