import type { Sharp } from 'sharp'
import { Invalid } from '#server/platform/errors.ts'
import type { AttachmentContents } from './attachment-store.ts'

const mostPixels = 50_000_000
const previewEdge = 480
const mostSeconds = 20
const mostAtOnce = 2

/** Loaded by the first who needs it: a server that nobody sends pictures to does without. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

let running = 0
const waiting: (() => void)[] = []

/** An image unpacks to fifty times its size: only so many at once. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const encoders: Record<string, (image: Sharp, source: { isPalette: boolean }) => Sharp> = {
  'image/jpeg': (image) => image.autoOrient().jpeg({ quality: 90 }),
  'image/png': (image, { isPalette }) => image.autoOrient().png({ palette: isPalette }),
  'image/gif': (image) => image.gif(),
  'image/webp': (image) => image.webp({ quality: 90 }),
}

const isAnimated = (contentType: string) => contentType === 'image/gif' || contentType === 'image/webp'

/**
 * The image, written anew from its pixels: without place, camera and whatever else was in the file, upright, and with nothing behind its
 * end; and a small picture of it. Throws Invalid for what is no whole image, or has too many pixels.
 */
export async function remakeImage(contentType: string, content: Buffer): Promise<AttachmentContents> {
  const encode = encoders[contentType]
  if (!encode) throw new Error(`There is no encoder for ${contentType}.`)
  return inTurn(async () => {
    try {
      const sharp = await loadSharp()
      const open = (animated: boolean) => sharp(content, { limitInputPixels: mostPixels, failOn: 'error', animated })
      const { width, height, pages = 1, pageHeight, isPalette } = await open(isAnimated(contentType)).metadata()
      if (width * (pageHeight ?? height) * pages > mostPixels) throw tooManyPixels()
      const source = { isPalette }
      const whole = await encode(open(isAnimated(contentType)), source)
        .timeout({ seconds: mostSeconds })
        .toBuffer()
      const preview = await open(false)
        .autoOrient()
        .resize({ width: previewEdge, height: previewEdge, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds: mostSeconds })
        .toBuffer()
      return { whole, preview }
    } catch (error) {
      if (error instanceof Invalid) throw error
      if (/pixel limit/i.test((error as Error).message)) throw tooManyPixels()
      throw Invalid.field('file', 'The image is damaged: it cannot be read to its end.', 'attachment.damaged')
    }
  })
}

const tooManyPixels = () =>
  Invalid.field('file', `The image has more than ${mostPixels / 1_000_000} million pixels. Make it smaller.`, 'attachment.too_many_pixels')
