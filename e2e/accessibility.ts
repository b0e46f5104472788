import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeResults = { violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[] }
declare global {
  interface Window {
    axe?: { run: (within: string, options: object) => Promise<AxeResults> }
  }
}

const rowsThatDiffer = 15

const colourRules = ['color-contrast', 'link-in-text-block']
const aspects = {
  everything: {},
  colours: { runOnly: colourRules },
  'all but colours': { rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) },
}
export type Aspect = keyof typeof aspects

/** Without the further rows of a table, which are as its first ones: axe takes its time for each. */
async function runAxe({ within, options, mostRows }: { within: string; options: object; mostRows: number }): Promise<AxeResults> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`tbody > tr:nth-child(n + ${mostRows + 1}) { display: none }`)
  const before = document.adoptedStyleSheets
  document.adoptedStyleSheets = [...before, sheet]
  try {
    return (await window.axe?.run(within, options)) ?? { violations: [] }
  } finally {
    document.adoptedStyleSheets = before
  }
}

/** What axe finds wrong with the page as it stands, or with the part of it that a selector names; one line for each element. */
export async function findViolations(page: Page, aspect: Aspect = 'everything', within = 'html'): Promise<string[]> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axe)
  const options = { resultTypes: ['violations'], preload: false, ...aspects[aspect] }
  const { violations } = await page.evaluate(runAxe, { within, options, mostRows: rowsThatDiffer })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}
