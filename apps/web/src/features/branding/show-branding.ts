import type { Branding } from '@vakt/contract/branding.ts'
import { accentStyles } from '@vakt/domain/branding/accent-styles.ts'
import { replaceBranding } from '#web/platform/branding.ts'

const styleId = 'branding'

/** The style that the server writes into the page, or one like it, under the nonce of the page. */
function findStyle(): HTMLElement {
  const found = document.getElementById(styleId)
  if (found) return found
  const style = document.createElement('style')
  style.id = styleId
  style.nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
  document.head.append(style)
  return style
}

/** Draws the open page as it will be served from now on. */
export function showBranding({ name, accent, siteUrl, support, showsVakt, pictures, version }: Branding): void {
  const { logo, 'logo-dark': logoDark, symbol } = pictures
  const iconVersion = symbol ? new URL(symbol.path, location.origin).searchParams.get('v') : `v${version}`
  const icon = name || symbol ? `/icon.svg?v=${iconVersion}` : null
  findStyle().textContent = accent ? accentStyles(accent) : ''
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', icon ?? '/icon.svg')
  replaceBranding({ name, siteUrl, support, showsVakt, logo, logoDark, icon })
}
