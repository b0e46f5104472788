import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeResults = { violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[] }
declare global {
  interface Window {
    axe?: { run: (options: object) => Promise<AxeResults> }
  }
}

const rowsThatDiffer = 15

/** Further rows of a table are as its first ones; axe takes its time for each. */
function hideFurtherRows(most: number): void {
  if (document.adoptedStyleSheets.length > 0) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`tbody > tr:nth-child(n + ${most + 1}) { display: none }`)
  document.adoptedStyleSheets = [sheet]
}

/** What axe finds wrong with the page as it stands, one line for each element; of its colours alone, or of everything. */
export async function findViolations(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  await page.evaluate(hideFurtherRows, rowsThatDiffer)
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axe)
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(coloursOnly ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}),
  }
  const { violations } = await page.evaluate((asked) => window.axe?.run(asked) ?? { violations: [] }, options)
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}
