import { createHash } from 'node:crypto'
import type { PictureKind } from '@vakt/contract/branding.ts'
import { inPictureTurn, pictureLimits } from '#server/platform/picture-turns.ts'

export type DrawnLogo = { content: Buffer; hash: string; width: number; height: number }

/** The content must be what the name says: PNG, JPEG, WebP. */
const beginnings = /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/

/** Of pictures as wide as a logo is drawn, twice over for screens with many pixels. */
const largest: Record<PictureKind, { width: number; height: number }> = {
  logo: { width: 640, height: 160 },
  'logo-dark': { width: 640, height: 160 },
  symbol: { width: 512, height: 512 },
}

const maxSvgBytes = 256 * 1024

/** One that declares entities could become very large; those that drawing programs write need none. */
function isSvg(bytes: Buffer): boolean {
  if (bytes.length > maxSvgBytes) return false
  const text = bytes.toString('utf8')
  return /^(\uFEFF)?\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]{0,2000}?-->\s*)*<svg[\s>]/.test(text) && !/<!(DOCTYPE|ENTITY)/i.test(text)
}

/**
 * A PNG of the pixels, without what else the file carried. An SVG is drawn: nothing in it runs, and nothing from outside is fetched. Null when it is
 * no picture, or one that is too large. Throws Unavailable when too many pictures wait.
 */
export async function drawLogo(bytes: Buffer, kind: PictureKind, userId: string): Promise<DrawnLogo | null> {
  const drawsSvg = isSvg(bytes)
  if (!drawsSvg && !beginnings.test(bytes.subarray(0, 12).toString('hex'))) return null
  return inPictureTurn(userId, () => draw(bytes, kind, drawsSvg).catch(() => null))
}

async function draw(bytes: Buffer, kind: PictureKind, drawsSvg: boolean): Promise<DrawnLogo | null> {
  const { default: sharp } = await import('sharp')
  const options = { limitInputPixels: pictureLimits.pixels, failOn: 'error', pages: 1 } as const
  const { width = 0, height = 0 } = await sharp(bytes, options).metadata()
  if (Math.min(width, height) < 1 || Math.max(width, height) > pictureLimits.edge) return null
  const bounds = largest[kind]
  const scale = Math.min(bounds.width / width, bounds.height / height)
  // Lines are drawn at the size that is kept; pixels are never enlarged.
  const density = Math.min(2400, Math.max(1, 72 * scale))
  const picture = sharp(bytes, drawsSvg ? { ...options, density } : options).autoOrient()
  const shaped =
    kind === 'symbol'
      ? picture.resize(bounds.width, bounds.height, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      : picture.resize(bounds.width, bounds.height, { fit: 'inside', withoutEnlargement: !drawsSvg })
  const { data: content, info } = await shaped
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .timeout({ seconds: pictureLimits.seconds })
    .toBuffer({ resolveWithObject: true })
  return { content, hash: createHash('sha256').update(content).digest('hex').slice(0, 16), width: info.width, height: info.height }
}
