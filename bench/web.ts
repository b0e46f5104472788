import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { openContext, readSignedIn, type SignedIn, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
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

const routeRounds = sized(10, 1)
/** As long as someone's hand takes from reaching an item to pressing it, and a little more. */
const hoverInMilliseconds = sized(400, 100)

const screens = [
  { item: 'Alert overview', heading: 'Alert' },
  { item: 'Tickets', heading: 'Tickets' },
  { item: 'My environment', heading: 'My environment' },
  { item: 'Overview', heading: '' },
]

declare global {
  interface Window {
    /** From the click to the first frame painted with the heading of the next screen, in milliseconds. */
    routeChange: Promise<number>
  }
}

/** Waits in the page for the next click and for the painted heading that follows it. */
function watchNextChange(page: Page, wanted: string): Promise<void> {
  return page.evaluate((expected) => {
    const before = document.querySelector('#content h1')?.textContent
    const has = (text: string | null | undefined) => text && text !== before && text.startsWith(expected)
    window.routeChange = new Promise((resolve) => {
      const follow = (click: Event) => {
        const look = () => {
          if (!has(document.querySelector('#content h1')?.textContent)) return void requestAnimationFrame(look)
          const painted = new MessageChannel()
          painted.port1.onmessage = () => resolve(performance.now() - click.timeStamp)
          painted.port2.postMessage(null)
        }
        requestAnimationFrame(look)
      }
      addEventListener('click', follow, { capture: true, once: true })
    })
  }, wanted)
}

async function change(page: Page, { item, heading }: (typeof screens)[number]): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: item, exact: true })
  await link.hover()
  await wait(hoverInMilliseconds)
  await watchNextChange(page, heading)
  await page.mouse.down()
  await page.mouse.up()
  return page.evaluate(() => window.routeChange)
}

/** What it takes from one screen of the sidebar to the next, once the hand on the item has had it fetched. */
async function measureRouteChanges(browser: Browser, vakt: Vakt, state: SignedIn): Promise<Figure[]> {
  const context = await openContext(browser, vakt, state)
  try {
    const page = await context.newPage()
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const screen of screens) await change(page, screen)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    const times = new Map<string, number[]>(screens.map(({ item }) => [item, []]))
    for (let round = 0; round < routeRounds; round += 1) {
      for (const screen of screens) times.get(screen.item)?.push(await change(page, screen))
    }
    const all = [...times.values()].flat()
    const goal = { atMost: 100 }
    return [
      { name: 'route change to a prefetched screen, CPU 4× slower', unit: 'ms', values: all, goal },
      { name: '  … p95', unit: 'ms', values: [readQuantile(all, 0.95)], goal },
      ...[...times].map(([item, values]) => ({ name: `  … to ${item}`, unit: 'ms', values })),
    ]
  } finally {
    await context.close()
  }
}

const scrollRounds = sized(3, 1)
const address = '/my-environment/1001/'
const seconds = sized(5, 0.5)
/** In pixels; 60 frames a second with a turn in every second one make three times as many. */
const leastTurned = sized(3000, 100)
/** A frame of a screen with 60 a second takes 16.7 ms. */
const lateMilliseconds = 20

/** What scrolling can be at all here: a table of plain text, as many columns, nothing else on the page. */
const plainPage = `<style>table { width: 100%; table-layout: fixed } td { height: 2.5rem }</style><table>${Array.from(
  { length: 2000 },
  (_, index) => `<tr>${['vm', 'All good', 'type', 'group', 'value', 'region'].map((text) => `<td>${text} ${index}</td>`).join('')}</tr>`,
).join('')}</table>`

type Frames = { perSecond: number; late: number }

const waitForRows = (page: Page) => page.locator('tbody tr[data-index]').first().waitFor()

/** From the address to the first painted row, with the files of the portal already in the browser. */
async function openSlowed(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.goto(address)
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () =>
          document.querySelector('tbody tr[data-index]') ? requestAnimationFrame(() => resolve()) : requestAnimationFrame(look)
        look()
      }),
  )
  const milliseconds = await page.evaluate(() => performance.now())
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return milliseconds
}

/** Turns the wheel all the while, as fast as people do; further rows are fetched on the way. */
async function scroll(page: Page): Promise<Frames> {
  await page.mouse.move(700, 500)
  await page.evaluate(() => {
    const times: number[] = []
    const note = (time: number) => {
      times.push(time)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(window, { frameTimes: times })
  })
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) await page.mouse.wheel(0, 60)
  const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes)
  if ((await page.evaluate(() => window.scrollY)) < leastTurned) throw new Error('The list did not stay where the wheel had turned it.')
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const elapsed = gaps.reduce((sum, gap) => sum + gap, 0)
  return { perSecond: (gaps.length * 1000) / elapsed, late: (100 * gaps.filter((gap) => gap > lateMilliseconds).length) / gaps.length }
}

/** The list of 100,000 entities in a real browser; to be measured after they were made. */
export async function measureScrolling(vakt: Vakt): Promise<Figure[]> {
  return withBrowser(async (browser) => {
    const context = await openContext(browser, vakt, await readSignedIn(browser, vakt))
    const page = await context.newPage()
    await page.goto(address)
    await waitForRows(page)
    const opened: number[] = []
    const [plain, scrolled]: [Frames[], Frames[]] = [[], []]
    for (let round = 0; round < scrollRounds; round += 1) {
      await page.goto('about:blank')
      await page.setContent(plainPage)
      plain.push(await scroll(page))
      opened.push(await openSlowed(page))
      await page.goto(address)
      await waitForRows(page)
      scrolled.push(await scroll(page))
    }
    await context.close()
    return [
      { name: 'list of entities: first rows, CPU 4× slower', unit: 'ms', values: opened, goal: { atMost: 1000 } },
      { name: 'a plain table: frames while scrolling', unit: '/s', values: plain.map(({ perSecond }) => perSecond) },
      { name: 'frames while scrolling', unit: '/s', values: scrolled.map(({ perSecond }) => perSecond), goal: { atLeast: 59 } },
      { name: `  … that took more than ${lateMilliseconds} ms`, unit: '%', values: scrolled.map(({ late }) => late) },
    ]
  })
}
