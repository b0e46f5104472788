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

/** What axe finds wrong with the page as it stands, one line for each element; of its colours alone, or of everything. */
export async function findViolations(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axe)
  const options = { resultTypes: ['violations'], ...(coloursOnly ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}) }
  const { violations } = await page.evaluate((asked) => window.axe?.run(asked) ?? { violations: [] }, options)
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}
