import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { openContext, readSignedIn, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const customer = '1001'
const slowness = 4
const opened = sized(12, 1)
const hoverInMilliseconds = sized(400, 100)
const comments = sized(500, 60)
const typed = 'The disk was full again this morning, so we added 200 GB and will look at what fills it.'.slice(0, sized(100, 3))

declare global {
  interface Window {
    /** From what someone did to the first frame painted with its outcome, in milliseconds. */
    outcome: Promise<number>
  }
}

/** Watches in the page for the next event of a kind, and for the first painted frame in which the text stands in the screen. */
function watchNext(page: Page, event: 'click' | 'keydown', selector: string, text: string): Promise<void> {
  return page.evaluate(
    ({ event, selector, text }) => {
      window.outcome = new Promise((resolve) => {
        const follow = (happened: Event) => {
          const isThere = () => {
            const found = document.querySelector(selector)
            return (found instanceof HTMLTextAreaElement ? found.value : found?.textContent)?.includes(text)
          }
          const look = () => {
            if (!isThere()) return void requestAnimationFrame(look)
            const painted = new MessageChannel()
            painted.port1.onmessage = () => resolve(performance.now() - happened.timeStamp)
            painted.port2.postMessage(null)
          }
          requestAnimationFrame(look)
        }
        addEventListener(event, follow, { capture: true, once: true })
      })
    },
    { event, selector, text },
  )
}

const readOutcome = (page: Page) => page.evaluate(() => window.outcome)

async function throttle(context: BrowserContext, page: Page, rate: number): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** From the click on a ticket in the list, with the hand on it a moment before, to its text. */
async function openTickets(vakt: Vakt, context: BrowserContext): Promise<number[]> {
  const page = await context.newPage()
  await page.goto(`/tickets/${customer}`)
  const links = page.locator('#content a[href$="/details"]')
  await links.first().waitFor()
  const times: number[] = []
  for (let round = -1; round < opened; round += 1) {
    const link = links.nth(round + 1)
    const id = /(\d+)\/details$/.exec((await link.getAttribute('href')) ?? '')?.[1]
    const { rows } = await vakt.owner.query<{ text: string }>('select description as text from ticket where ticket_id = $1', [id])
    const text = /[\p{L} ]{6,}/u.exec(rows[0]?.text ?? '')?.[0].trim() ?? ''
    await link.hover()
    await wait(hoverInMilliseconds)
    await watchNext(page, 'click', '#content ol', text)
    await page.mouse.down()
    await page.mouse.up()
    const time = await readOutcome(page)
    // The first one fetches the screen itself.
    if (round >= 0) times.push(time)
    else await throttle(context, page, slowness)
    await page.goBack()
    await links.first().waitFor()
  }
  return times
}

async function writeLongTicket(vakt: Vakt): Promise<string> {
  const { rows } = await vakt.owner.query<{ id: string }>(
    `with ticket as (
       insert into ticket (customer_id, subject, description, type, area, requester_name, source, created_at, modified_at)
       values ($1, 'A long conversation', 'It begins here.', 'incident', 'other', 'Bench', 'person', now(), now()) returning ticket_id)
     select ticket_id as id from ticket`,
    [customer],
  )
  const id = rows[0]?.id ?? ''
  await vakt.owner.query(
    `insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, created_at)
     select $1, $2, 'user', 'bench', 'Person ' || n % 7, 'Comment ' || n || E': we looked at it.\\n\\n- **first** this\\n- then \`that\`', now() - (600 - n) * interval '1 minute'
     from generate_series(1, $3::int) as n`,
    [customer, id, comments],
  )
  return id
}

/** From each key that goes down to the frame that shows its letter, under 500 comments. */
async function typeUnderComments(vakt: Vakt, context: BrowserContext): Promise<number[]> {
  const page = await context.newPage()
  await page.goto(`/tickets/${customer}/${await writeLongTicket(vakt)}/details`)
  const earlier = page.getByRole('button', { name: /earlier/i })
  const shown = page.locator('[data-comment]')
  await shown.first().waitFor()
  for (let count = await shown.count(); count < comments; count = await shown.count()) {
    await earlier.click()
    await shown.nth(count).waitFor()
  }
  const box = page.locator('form textarea')
  await box.click()
  await throttle(context, page, slowness)
  const times: number[] = []
  for (const [index, letter] of [...typed].entries()) {
    await watchNext(page, 'keydown', 'form textarea', typed.slice(0, index + 1))
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    times.push(await readOutcome(page))
  }
  return times
}

/** What someone waits for who opens a ticket from the list, and who writes under a long conversation. */
export async function measureTicketPage(vakt: Vakt): Promise<Figure[]> {
  return withBrowser(async (browser) => {
    const state = await readSignedIn(browser, vakt)
    const within = async (work: (vakt: Vakt, context: BrowserContext) => Promise<number[]>) => {
      const context = await openContext(browser, vakt, state)
      try {
        return await work(vakt, context)
      } finally {
        await context.close()
      }
    }
    const openings = await within(openTickets)
    const keys = await within(typeUnderComments)
    return [
      { name: 'ticket opened from the list: its text, CPU 4× slower', unit: 'ms', values: openings, goal: { atMost: 100 } },
      { name: `a key under ${comments} comments, CPU 4× slower`, unit: 'ms', values: keys, goal: { atMost: 50 } },
      { name: '  … p95', unit: 'ms', values: [readQuantile(keys, 0.95)], goal: { atMost: 50 } },
    ]
  })
}
