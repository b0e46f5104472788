const nobody = 'https://origin.invalid'

/**
 * A path of our own that is safe to go to after sign-in, or null. What browsers would take for another origin (`//evil`, `/\evil`,
 * absolute addresses) is refused, and so is any path that no screen answers.
 */
export function safeReturnPath(wanted: string | null | undefined, isOwnRoute: (pathname: string) => boolean): string | null {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return null
  if (!URL.canParse(wanted, nobody)) return null
  const url = new URL(wanted, nobody)
  if (url.origin !== nobody || url.pathname.startsWith('//') || url.pathname === '/login') return null
  return isOwnRoute(url.pathname) ? url.pathname + url.search + url.hash : null
}
