/** Hue in degrees; saturation and lightness from 0 to 1. */
export type Hsl = { h: number; s: number; l: number }

type Rgb = [number, number, number]

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const hexOfRgb = (rgb: readonly number[]) =>
  `#${rgb
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Of `#rrggbb`. */
export function hslOf(hex: string): Hsl {
  const [r, g, b] = rgbOf(hex).map((channel) => channel / 255) as Rgb
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const l = (most + least) / 2
  const span = most - least
  if (span === 0) return { h: 0, s: 0, l }
  const s = span / (1 - Math.abs(2 * l - 1))
  const sector = most === r ? ((g - b) / span + 6) % 6 : most === g ? (b - r) / span + 2 : (r - g) / span + 4
  return { h: sector * 60, s, l }
}

/** As `#rrggbb`. */
export function hexOf({ h, s, l }: Hsl): string {
  const chroma = s * Math.min(l, 1 - l)
  const channel = (n: number) => {
    const k = (n + h / 30) % 12
    return 255 * (l - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return hexOfRgb([channel(0), channel(8), channel(4)])
}

/** `share` of the first colour over the second. */
export function mix(color: string, under: string, share: number): string {
  const below = rgbOf(under)
  return hexOfRgb(rgbOf(color).map((channel, index) => channel * share + (below[index] ?? 0) * (1 - share)))
}

function luminanceOf(hex: string): number {
  const [r, g, b] = rgbOf(hex).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}
