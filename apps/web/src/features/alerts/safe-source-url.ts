/** The address if it is one that a browser may be sent to: http or https. */
export function safeSourceUrl(url: string | null): string | null {
  if (!url || !URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
