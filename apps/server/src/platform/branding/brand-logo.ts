import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Branding, PictureFacts } from './branding-table.ts'

/** Where a picture is served; kept for ever under this address. */
export const picturePath = ({ kind, hash }: PictureFacts): string => `/brand/${kind}.png?v=${hash}`

/** The logo of the provider on a page without scripts, in the browser's theme; nothing where there is none. */
export function logoMarkup({ name, pictures }: Branding): string {
  const [light, dark] = ['logo', 'logo-dark'].map((wanted) => pictures.find(({ kind }) => kind === wanted))
  if (!light) return ''
  const image = `<img class="${dark ? 'logo' : 'logo light-only'}" src="${picturePath(light)}" width="${light.width}" height="${light.height}" alt="${escapeHtml(name || 'Vakt')}">`
  if (!dark) return image
  const { width, height } = dark
  return `<picture><source media="(prefers-color-scheme: dark)" srcset="${picturePath(dark)}" width="${width}" height="${height}">${image}</picture>`
}

/** How it is drawn. One logo alone was made for a light page. */
export const logoStyle =
  '.logo{display:block;width:auto;max-width:min(100%,240px);height:auto;max-height:56px}@media (prefers-color-scheme:dark){.light-only{padding:8px 12px;border-radius:8px;background:#fff}}'
