/** Which sources are listed: all in use, those of the shown customer, or the revoked ones. */
export type SourceScope = 'all' | 'customer' | 'revoked'

export type SourcesSearch = {
  scope?: Exclude<SourceScope, 'all'>
  q?: string
  /** The source whose details are open, or `new`. */
  source?: string
}

export function sourcesSearch({ scope, q, source }: Record<string, unknown>): SourcesSearch {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 200) : ''
  return {
    ...(scope === 'customer' || scope === 'revoked' ? { scope } : {}),
    ...(text ? { q: text } : {}),
    ...(typeof source === 'string' && source !== '' ? { source: source.slice(0, 40) } : {}),
  }
}
