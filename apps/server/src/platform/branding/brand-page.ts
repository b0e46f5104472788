import type { PageBranding } from '@vakt/contract/branding.ts'
import { accentStyles } from '@vakt/domain/branding/accent-styles.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { picturePath } from './brand-logo.ts'
import type { Branding } from './branding-table.ts'

/** Changes whenever an icon may look different. */
export const iconVersion = ({ version, pictures }: Branding): string =>
  pictures.find(({ kind }) => kind === 'symbol')?.hash ?? `v${version}`

/** Whether the icons are the provider's rather than Vakt's. */
export const hasOwnIcon = ({ name, pictures }: Branding): boolean => name !== '' || pictures.some(({ kind }) => kind === 'symbol')

/** What the portal draws before it has asked for anything. */
function pageBrandingOf(branding: Branding): PageBranding {
  const { name, siteUrl, support, showsVakt, pictures } = branding
  const pictureOf = (wanted: string) => {
    const found = pictures.find(({ kind }) => kind === wanted)
    return found ? { path: picturePath(found), width: found.width, height: found.height } : null
  }
  return {
    name,
    siteUrl,
    support,
    showsVakt,
    logo: pictureOf('logo'),
    logoDark: pictureOf('logo-dark'),
    icon: hasOwnIcon(branding) ? `/icon.svg?v=${iconVersion(branding)}` : null,
  }
}

const isSet = ({ version, pictures }: Branding) => version > 0 || pictures.length > 0

/**
 * The page of the portal with the provider's name, colours and pictures in it, so that nothing of Vakt's flashes first. `nonce` permits its style.
 * Without any setting the page stays as it is.
 */
export function brandPage(template: string, branding: Branding, nonce: string): string {
  if (!isSet(branding)) return template
  const { name, accent } = branding
  const meta = `<meta name="vakt-branding" content="${escapeHtml(JSON.stringify(pageBrandingOf(branding)))}" />`
  const style = accent ? `<style id="branding" nonce="${nonce}">${accentStyles(accent)}</style>` : ''
  return brandWords(template, branding)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(name || 'Vakt')}</title>`)
    .replace('</head>', () => `${meta}${style}</head>`)
}

/** A page without scripts of the portal: the provider's name and icon wherever those of Vakt stand. */
export function brandWords(template: string, branding: Branding): string {
  const { name } = branding
  const named = name ? template.replaceAll(/\bVakt\b/g, () => escapeHtml(name)) : template
  return hasOwnIcon(branding) ? named.replaceAll('"/icon.svg"', () => `"/icon.svg?v=${iconVersion(branding)}"`) : named
}
