import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openContext, signIn, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const rounds = sized(3, 1)
const alertsInRound = sized(30, 2)

declare global {
  interface Window {
    /** When the row of an alert was first painted, by the name of the alert. */
    paintedAt: Record<string, number>
  }
}

/** Notes the moment of the first paint in which an alert has its row. */
export function watchRows(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.paintedAt = {}
    const look = () => {
      for (const link of document.querySelectorAll('table a[data-row-link]')) {
        const name = link.firstChild?.textContent ?? ''
        if (name in window.paintedAt) continue
        window.paintedAt[name] = Number.NaN
        requestAnimationFrame(() => {
          window.paintedAt[name] = Date.now()
        })
      }
    }
    look()
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

async function fire({ origin, ingestToken }: Vakt, name: string): Promise<number> {
  const labels = { alertname: name, severity: 'medium', instance: `${name.replaceAll(' ', '-')}.bench.example` }
  const alert = { status: 'firing', labels, annotations: {}, startsAt: new Date().toISOString(), fingerprint: name }
  const answer = await fetch(`${origin}/ingest/v1/alertmanager`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version: '4', status: 'firing', alerts: [alert] }),
  })
  if (answer.status !== 202) throw new Error(`The ingest answered ${answer.status}.`)
  return Date.now()
}

export async function waitForRow(page: Page, name: string, timeout = 10_000): Promise<number> {
  const found = await page.waitForFunction((wanted) => window.paintedAt[wanted] || null, name, { timeout })
  return (await found.jsonValue()) ?? Number.NaN
}

/** From the 202 to the painted row in the open list of alerts, with pauses of random length between the alerts. */
export async function measureLive(vakt: Vakt): Promise<Figure[]> {
  return withBrowser(async (browser) => {
    const context = await openContext(browser, vakt)
    const page = await context.newPage()
    await signIn(page)
    await page.goto('/alert-overview')
    await page.locator('table a[data-row-link]').first().waitFor()
    await watchRows(page)
    const [medians, p95]: [number[], number[]] = [[], []]
    for (let round = 1; round <= rounds; round += 1) {
      const times: number[] = []
      for (let number = 1; number <= alertsInRound; number += 1) {
        await wait(randomInt(50, 600))
        const name = `Bench ${round} ${number}`
        const accepted = await fire(vakt, name)
        times.push((await waitForRow(page, name)) - accepted)
      }
      medians.push(readQuantile(times, 0.5))
      p95.push(readQuantile(times, 0.95))
    }
    return [
      { name: 'from 202 to the painted row, median', unit: 'ms', values: medians },
      { name: 'from 202 to the painted row, p95', unit: 'ms', values: p95, goal: { atMost: 1000 } },
    ]
  })
}
