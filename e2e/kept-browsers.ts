import type { BrowserContext, Page } from '@playwright/test'
import type { Person } from './people.ts'

/** What a browser keeps of those who have signed in. */
export type StorageState = {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

/** A page in a browser of its own, with what was kept there right after the sign-in. */
export type KeptBrowser = { person: Person; page: Page; state: StorageState; isChanged: () => boolean }

/** What a page or its browser would still do, or be allowed, in the next story. */
const lasting: Record<'context' | 'page' | 'clock', readonly string[]> = {
  context: [
    ...['addCookies', 'addInitScript', 'clearCookies', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession'],
    ...['routeFromHAR', 'routeWebSocket', 'setDefaultNavigationTimeout', 'setDefaultTimeout', 'setExtraHTTPHeaders', 'setGeolocation'],
    ...['setOffline', 'setStorageState'],
  ],
  page: [
    ...['addInitScript', 'addLocatorHandler', 'exposeBinding', 'exposeFunction', 'routeFromHAR', 'routeWebSocket'],
    ...['setDefaultNavigationTimeout', 'setDefaultTimeout', 'setExtraHTTPHeaders'],
  ],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
}
const heard = {
  context: ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'],
  page: [
    ...['console', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'framenavigated', 'load', 'pageerror', 'popup'],
    ...['request', 'requestfailed', 'requestfinished', 'response', 'websocket'],
  ],
} as const

/** Says whether something was done to the browser that lasts: the next story needs another one then. */
export function watchForChanges(page: Page): () => boolean {
  let isChanged = false
  const context = page.context()
  for (const [name, target] of Object.entries({ context, page, clock: context.clock })) {
    const verbs = target as unknown as Record<string, (...args: unknown[]) => unknown>
    for (const verb of lasting[name as keyof typeof lasting]) {
      const run = verbs[verb]
      if (!run) throw new Error(`Playwright has no ${name}.${verb}.`)
      verbs[verb] = (...args) => {
        isChanged = true
        return run.apply(target, args)
      }
    }
  }
  return () => isChanged
}

/** Puts what the browser keeps back to how it was after the sign-in. Its tokens stay: they may have been renewed. False: there are none. */
function restoreStorage(items: { name: string; value: string }[]): boolean {
  const isToken = (name: string) => name.startsWith('vakt.user:')
  for (const name of Object.keys(localStorage)) if (!isToken(name)) localStorage.removeItem(name)
  for (const { name, value } of items) if (!isToken(name)) localStorage.setItem(name, value)
  sessionStorage.clear()
  return Object.keys(localStorage).some(isToken)
}

/** Makes the browser as if no story had used it; false where that cannot be done. */
export async function clearForNextStory({ page, state, isChanged }: KeptBrowser, origin: string): Promise<boolean> {
  const context = page.context()
  if (isChanged() || page.isClosed() || !page.url().startsWith(`${origin}/`)) return false
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const type of heard.page) page.removeAllListeners(type)
    for (const type of heard.context) context.removeAllListeners(type)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    // A page without the application, which ends its stream and clocks and can keep nothing any more. An empty one would end the process that has
    // compiled the application, too.
    await page.goto(`${origin}/about.html`)
    const items = state.origins.find((one) => one.origin === origin)?.localStorage ?? []
    if (!(await page.evaluate(restoreStorage, items))) return false
    // Outside: nothing is pointed at in the next story.
    await page.mouse.move(-1, -1)
    return true
  } catch {
    // The page has crashed, or goes elsewhere by itself.
    return false
  }
}
