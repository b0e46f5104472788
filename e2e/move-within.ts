import { expect, type Locator, type Page } from '@playwright/test'

/** Where a page goes, and what is there once it has arrived. */
export type Place = { address: string; arrived: (page: Page) => Locator }

/** What shares its heading: the pages of an entity, the lists that differ in their filter. Each page of admin and settings has its own. */
function areaOf(address: string, base = 'http://vakt.test'): string {
  const { pathname } = new URL(address, base)
  return /^\/(admin|settings)\//.test(pathname) ? pathname : (pathname.split('/')[1] ?? '')
}

/** Within the page as it is loaded, where something tells the one screen from the other; else by loading it. */
export async function goTo(page: Page, { address, arrived }: Place): Promise<void> {
  const [from, to] = [page.url(), new URL(address, page.url()).href]
  const isOtherArea = areaOf(from) !== areaOf(to)
  const tellsApart = isOtherArea ? await page.evaluate(markHeading) : !(await page.evaluate(hasModal)) && !(await arrived(page).isVisible())
  if (!tellsApart) return void (await page.goto(address))
  await page.evaluate((url) => history.pushState({}, '', url), to)
  if (isOtherArea) await expect(page.locator('h1[data-left]')).toHaveCount(0)
}

const hasModal = () => document.querySelector('[role="dialog"], dialog[open]') !== null

/** Marks the heading of the screen that is left. Panels go with their screen; not so what else lies over it. */
function markHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('h1')
  if (!heading || document.querySelector('[role="dialog"]:not(:has([data-closes-panel])), dialog[open]')) return false
  heading.dataset.left = ''
  return true
}

/** The address that the first such link of a screen has. */
export async function readLink(page: Page, address: string, link: (page: Page) => Locator): Promise<string> {
  const arrived = (page: Page) => link(page).first()
  await goTo(page, { address, arrived })
  return (await arrived(page).getAttribute('href')) ?? ''
}

/** The same places, those that share a heading apart from each other as far as can be: from one to the next nothing is loaded then. */
export function spread<T extends Place>(places: readonly T[]): T[] {
  const areas = [...Map.groupBy(places, ({ address }) => areaOf(address))].map(([area, waiting]) => ({ area, waiting: [...waiting] }))
  const ordered: T[] = []
  let last = ''
  while (ordered.length < places.length) {
    const left = areas.filter(({ waiting }) => waiting.length > 0)
    const others = left.filter(({ area }) => area !== last)
    const next = (others.length > 0 ? others : left).reduce((one, other) => (other.waiting.length > one.waiting.length ? other : one))
    ordered.push(...next.waiting.splice(0, 1))
    last = next.area
  }
  return ordered
}
