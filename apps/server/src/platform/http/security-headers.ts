/** On every answer of ours, errors included. Pages add their own content policy. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** The other origins that a page may speak to; null: it has none. */
export type OtherOrigins = { provider: string | null; pageViews: string | null; directory: string | null; embeddedReports: string | null }

/** For the pages of the portal: own scripts only; styles by nonce; frames and calls to the identity provider where it lives elsewhere. */
export function pagePolicy(nonce: string, others: OtherOrigins): string {
  const named = (...origins: (string | null)[]) => [...new Set(origins.filter(Boolean))].map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${named(others.provider, others.pageViews, others.directory)}`,
    `frame-src 'self'${named(others.provider, others.embeddedReports)}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    // Our own page for silent sign-in is framed by ourselves.
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')
}

/** The worker of the offline view asks for our own pages, and for nothing else. */
export const workerPolicy = "default-src 'none'; connect-src 'self'"
