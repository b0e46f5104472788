import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test'
import { clearForNextStory, type KeptBrowser, type StorageState, watchForChanges } from './kept-browsers.ts'
import type { Person } from './people.ts'
import { readTokens, signIn } from './sign-in.ts'
import { resolveLeftovers } from './signals.ts'
import { type Introduction, launchVakt } from './start-vakt.ts'

export { expect } from '@playwright/test'

/** As if the person had saved this language; what they did save is left alone. */
type SavedLanguage = { language?: 'sv' | 'en' }

type Fixtures = {
  /** A browser that shares nothing with any other, signed out. */
  openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** A page in a browser that nothing else uses during the story, in which this person has signed in before. */
  openAs: (person: Person, address: string, options?: BrowserContextOptions & SavedLanguage) => Promise<Page>
  /** A second Vakt, for what ends sessions or shuts people out. The stories of a worker that do so share it, one after another. */
  otherVakt: OpenVakt
  /** A Vakt that no other story looks at. */
  startOwnVakt: (settings?: Record<string, string>) => Promise<OpenVakt>
  /** The story brings this error about itself; any other error on the console fails it. */
  expectError: (pattern: RegExp) => void
  consoleErrors: { watch: (context: BrowserContext) => void; expected: RegExp[] }
  /** Ends what the story left firing. */
  leftovers: undefined
  /** What is done once the browsers that the story opened are closed. */
  afterBrowsers: (() => Promise<void>)[]
}

/** Each page in a browser of its own, signed out. */
type OpenVakt = { origin: string; setUpAddress: string; openPage: () => Promise<Page> }

type WorkerFixtures = {
  launchedVakt: Awaited<ReturnType<typeof launchVakt>>
  signedIn: Map<Person, StorageState>
  /** Those that no story uses at the moment. A page that has shown the application before loads it for half of the processor time. */
  keptBrowsers: KeptBrowser[]
}

async function pretendLanguage(context: BrowserContext, language: 'sv' | 'en'): Promise<void> {
  await context.route('**/api/v1/authentication/usercontext', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { result: object }
    await route.fulfill({ response, json: { result: { ...answer.result, preferred_language: language } } })
  })
}

const origin = process.env.VAKT_ORIGIN ?? ''

/** Longer than a story. Browsers that share a refresh token would each use it, and its second use ends the session. */
const secondsLeft = 240

/** Whether the server still takes the token that was kept, for as long as a story: anyone who signed out ended the session for all who share it. */
async function isAlive({ origins }: StorageState): Promise<boolean> {
  const stored = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name.startsWith('vakt.user:'))
  if (!stored) return false
  const { access_token: token, expires_at: expires } = JSON.parse(stored.value) as { access_token: string; expires_at: number }
  if (expires - Date.now() / 1000 < secondsLeft) return false
  const answer = await fetch(`${origin}/api/v1/authentication/usercontext`, { headers: { authorization: `Bearer ${token}` } })
  return answer.ok
}

function describeVakt({ origin: baseURL, setUpAddress }: Introduction, openBrowser: Fixtures['openBrowser']): OpenVakt {
  return {
    origin: baseURL,
    setUpAddress,
    openPage: async () => (await openBrowser({ baseURL })).newPage(),
  }
}

/** Takes a browser of this person out of those that are kept; those whose session has ended are closed. */
async function takeKept(keptBrowsers: KeptBrowser[], person: Person): Promise<KeptBrowser | undefined> {
  for (;;) {
    const at = keptBrowsers.findIndex((kept) => kept.person === person)
    const [kept] = at < 0 ? [] : keptBrowsers.splice(at, 1)
    if (!kept || (await isAlive(kept.state))) return kept
    await kept.page.context().close()
  }
}

/** Stories tell of incidents at the same time: their toasts would stand in each other's way. */
async function switchArrivalsOff(page: Page): Promise<void> {
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  await page.request.put(`${origin}/api/v1/authentication/usercontext`, { headers, data: { arrival_toasts: false } })
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  baseURL: origin,
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
  signedIn: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
  keptBrowsers: [async ({}, use) => use([]), { scope: 'worker' }],

  launchedVakt: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
    async ({}, use) => {
      const vakt = await launchVakt()
      await use(vakt)
      await vakt.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
  consoleErrors: async ({}, use) => {
    const found: string[] = []
    const expected: RegExp[] = []
    const watch = (context: BrowserContext) => {
      context.on('console', (message) => {
        if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => found.push(String(error.error())))
    }
    await use({ watch, expected })
    const unexpected = found.filter((text) => !expected.some((pattern) => pattern.test(text)))
    if (unexpected.length > 0) throw new Error(`Errors on the console:\n${unexpected.join('\n')}`)
  },
  expectError: async ({ consoleErrors }, use) => use((pattern) => void consoleErrors.expected.push(pattern)),

  leftovers: [
    async ({ request }, use) => {
      await use(undefined)
      await resolveLeftovers(request)
    },
    { auto: true },
  ],

  context: async ({ context, consoleErrors }, use) => {
    consoleErrors.watch(context)
    await use(context)
  },
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
  afterBrowsers: async ({}, use) => {
    const steps: (() => Promise<void>)[] = []
    await use(steps)
    for (const step of steps) await step()
  },
  // Depends on what comes after it, so that it ends first.
  openBrowser: async ({ browser, consoleErrors, afterBrowsers: _ }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: origin, ...options })
      consoleErrors.watch(context)
      opened.push(context)
      return context
    })
    for (const context of opened) {
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  },
  otherVakt: async ({ openBrowser, launchedVakt }, use) => use(describeVakt(launchedVakt, openBrowser)),
  startOwnVakt: async ({ openBrowser, afterBrowsers }, use) =>
    use(async (settings) => {
      const vakt = await launchVakt(settings)
      afterBrowsers.push(vakt.stop)
      return describeVakt(vakt, openBrowser)
    }),
  openAs: async ({ browser, viewport: usualViewport, openBrowser, consoleErrors, signedIn, keptBrowsers }, use, testInfo) => {
    const taken: KeptBrowser[] = []
    const openSignedIn = async (person: Person, open: (known: { storageState?: StorageState }) => Promise<BrowserContext>) => {
      const before = signedIn.get(person)
      const known = before && (await isAlive(before)) ? before : undefined
      const page = await (await open(known ? { storageState: known } : {})).newPage()
      if (known) return { page, state: known }
      await signIn(page, person)
      await switchArrivalsOff(page)
      const state = (await page.context().storageState()) as StorageState
      signedIn.set(person, state)
      return { page, state }
    }
    const openKept = async (person: Person): Promise<KeptBrowser> => {
      const { page, state } = await openSignedIn(person, (known) =>
        browser.newContext({ baseURL: origin, serviceWorkers: 'block', ...known }),
      )
      return { person, page, state, isChanged: watchForChanges(page) }
    }
    await use(async (person, address, { language, viewport = usualViewport, colorScheme = 'light', ...others } = {}) => {
      const open = async () => {
        if (Object.keys(others).length > 0 || !viewport) {
          const options = { viewport, colorScheme, ...others }
          return (await openSignedIn(person, (known) => openBrowser({ ...options, ...known }))).page
        }
        const kept = (await takeKept(keptBrowsers, person)) ?? (await openKept(person))
        taken.push(kept)
        consoleErrors.watch(kept.page.context())
        await kept.page.setViewportSize(viewport)
        await kept.page.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce', forcedColors: null, contrast: null })
        return kept.page
      }
      const page = await open()
      if (language) await pretendLanguage(page.context(), language)
      await page.goto(address)
      return page
    })
    for (const kept of taken) {
      const isGood = testInfo.status === testInfo.expectedStatus && (await clearForNextStory(kept, origin))
      if (isGood) keptBrowsers.push(kept)
      else await kept.page.context().close()
    }
  },
})
