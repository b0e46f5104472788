import { callbackPath } from './stored-tokens.ts'

const nobody = 'https://origin.invalid'

/** Leads back to signing in. */
const isOfSignIn = (pathname: string) => /^\/login\/?$/.test(pathname) || pathname === callbackPath

/**
 * Where signing in leads when `opened` was asked for without being signed in: the page that was asked for last, whatever was `kept` of the one
 * that was left. The pages of sign-in itself are none.
 */
export const returnPathAfter = (opened: string, kept: string | null): string | null => safeReturnPath(opened) ?? kept

/**
 * A path of our own that is safe to go to after sign-in, or null. What browsers would take for another origin (`//evil`, `/\evil`, also
 * encoded, absolute addresses) is refused. A path that no screen answers is kept: its view says that the page is not found.
 */
export function safeReturnPath(wanted: string | null | undefined): string | null {
  if (!wanted || !/^\/(?![/\\]|%2f|%5c)/i.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return null
  if (!URL.canParse(wanted, nobody)) return null
  const url = new URL(wanted, nobody)
  if (url.origin !== nobody || url.pathname.startsWith('//') || isOfSignIn(url.pathname)) return null
  return url.pathname + url.search + url.hash
}
