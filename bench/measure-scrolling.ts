import type { Page } from '@playwright/test'
import { openContext, readSignedIn, withBrowser } from './browser.ts'
import type { Figure } from './figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const rounds = sized(3, 1)
const slowness = 4
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
    for (let round = 0; round < rounds; round += 1) {
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
