import type { PageBranding } from '@vakt/contract/branding.ts'
import { useSyncExternalStore } from 'react'

const none: PageBranding = { name: '', siteUrl: '', support: '', showsVakt: true, logo: null, logoDark: null, icon: null }

/** The server writes it into the page, so that nothing of Vakt's is shown before the provider's own. */
function readPage(): PageBranding {
  const content = document.querySelector<HTMLMetaElement>('meta[name="vakt-branding"]')?.content
  return content ? JSON.parse(content) : none
}

let branding: PageBranding | undefined
const listeners = new Set<() => void>()

const currentBranding = (): PageBranding => {
  branding ??= readPage()
  return branding
}

/** After an administrator changed it. */
export function replaceBranding(next: PageBranding): void {
  branding = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useBranding = (): PageBranding => useSyncExternalStore(subscribe, currentBranding)

/** What the portal calls itself. */
export const useProductName = (): string => useBranding().name || 'Vakt'

/** How the server names the portal where it did something by itself. */
const ownName = 'Vakt'

/** Who did something, as it is shown: what no person did, the portal did, by the name that it has. */
export function useActorName(): (name: string) => string {
  const product = useProductName()
  return (name) => (name === ownName ? product : name)
}

/** Where people get help; null: nowhere is named. */
export function supportLink(support: string): string | null {
  if (support === '') return null
  return support.includes('://') ? support : `mailto:${support}`
}
