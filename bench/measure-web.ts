import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { openContext, readSignedIn, type SignedIn, withBrowser } from './browser.ts'
import type { Figure } from './figures.ts'
import { measureRouteChanges } from './measure-route-changes.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const rounds = sized(5, 1)
const slowness = 4

type View = { address: string; state?: SignedIn; ready: (page: Page) => Promise<void> }

type Load = { gzipped: number; transferred: number; firstContent: number; ready: number }

/** One first visit with an empty cache and a slowed processor. */
async function visit(browser: Browser, vakt: Vakt, { address, state, ready }: View): Promise<Load> {
  const context = await openContext(browser, vakt, state)
  try {
    const page = await context.newPage()
    const scripts: Promise<{ gzipped: number; transferred: number }>[] = []
    page.on('response', (response) => {
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
      const read = async () => ({
        gzipped: gzipSync(await response.body()).length,
        transferred: (await response.request().sizes()).responseBodySize,
      })
      // One that comes after the first view was measured finds the page closed.
      scripts.push(read().catch(() => ({ gzipped: 0, transferred: 0 })))
    })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.goto(address)
    await ready(page)
    const { firstContent, now } = await page.evaluate(() => ({
      firstContent: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      now: performance.now(),
    }))
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.waitForLoadState('networkidle', { timeout: 1000 }).catch(() => {})
    const sizes = await Promise.all(scripts)
    return {
      gzipped: sizes.reduce((sum, size) => sum + size.gzipped, 0) / 1000,
      transferred: sizes.reduce((sum, size) => sum + size.transferred, 0) / 1000,
      firstContent,
      ready: now,
    }
  } finally {
    await context.close()
  }
}

/** What the first view of the portal costs, signed out and signed in, and what it takes to the next. */
export async function measureWeb(vakt: Vakt): Promise<Figure[]> {
  return withBrowser(async (browser) => {
    const state = await readSignedIn(browser, vakt)
    const views: View[] = [
      { address: '/login', ready: (page) => page.getByRole('button', { name: 'Sign in' }).waitFor() },
      { address: '/dashboard', state, ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
    ]
    const figures: Figure[] = []
    for (const view of views) {
      const loads: Load[] = []
      for (let round = 0; round < rounds; round += 1) loads.push(await visit(browser, vakt, view))
      const name = view.address
      figures.push(
        { name: `${name}: initial JavaScript, gzip`, unit: 'kB', values: loads.map((load) => load.gzipped), goal: { atMost: 180 } },
        { name: '  … as our server sends it', unit: 'kB', values: loads.map((load) => load.transferred) },
        {
          name: `${name}: first content, CPU 4× slower`,
          unit: 'ms',
          values: loads.map((load) => load.firstContent),
          goal: { atMost: 1000 },
        },
        { name: '  … ready to use, CPU 4× slower', unit: 'ms', values: loads.map((load) => load.ready) },
      )
    }
    return [...figures, ...(await measureRouteChanges(browser, vakt, state))]
  })
}
