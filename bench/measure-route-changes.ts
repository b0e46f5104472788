import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { openContext, type SignedIn } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const rounds = sized(10, 1)
const slowness = 4
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
export async function measureRouteChanges(browser: Browser, vakt: Vakt, state: SignedIn): Promise<Figure[]> {
  const context = await openContext(browser, vakt, state)
  try {
    const page = await context.newPage()
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const screen of screens) await change(page, screen)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    const times = new Map<string, number[]>(screens.map(({ item }) => [item, []]))
    for (let round = 0; round < rounds; round += 1) {
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
