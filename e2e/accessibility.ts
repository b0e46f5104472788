import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { type AxeAspect, axeAspects, colourRules } from '#web/testing/axe-aspects.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeNode = { target?: string[]; html: string; element?: Element; failureSummary?: string }
type AxeRules = { id: string; nodes: AxeNode[] }[]
type AxeResults = { violations: AxeRules; passes: AxeRules }
declare global {
  interface Window {
    axe?: { run: (within: string, options: object) => Promise<AxeResults> }
  }
}

const rowsThatDiffer = 15

type Shortened = { within: string; options: object; mostRows: number }

/** Without the further rows of a table, which are as its first ones: axe takes its time for each. A row that is hidden would lose the focus. */
async function runAxe({ within, options, mostRows }: Shortened): Promise<string[]> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`tbody > tr:nth-child(n + ${mostRows + 1}):not(:focus-within) { display: none }`)
  const before = document.adoptedStyleSheets
  document.adoptedStyleSheets = [...before, sheet]
  try {
    const { violations = [] } = (await window.axe?.run(within, options)) ?? {}
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target?.join(' ')} ${node.failureSummary ?? ''}`))
  } finally {
    document.adoptedStyleSheets = before
  }
}

type Colours = { rules: string[]; passed: number[] }

/**
 * Looks at the colours of what is not among the passed. Two elements are of the same colours when they and all around them have the same classes,
 * styles and states. What axe could not decide is not passed; of many that are made alike, the first few are enough.
 */
async function runAxeOnColours({ rules, passed }: Colours): Promise<{ passed: number[]; violations: string[] }> {
  const mostAlike = 3
  const names = /^(id|name|title|href|for|value|aria-(label|labelledby|describedby|controls|owns|activedescendant))$/
  const hash = (text: string, seed: number) => {
    let [high, low] = [seed ^ 0xdeadbeef, Math.floor(seed / 2 ** 21) ^ 0x41c6ce57]
    for (let at = 0; at < text.length; at += 1) {
      high = Math.imul(high ^ text.charCodeAt(at), 2654435761)
      low = Math.imul(low ^ text.charCodeAt(at), 1597334677)
    }
    return (high >>> 0) * 2 ** 21 + ((low >>> 0) & 0x1fffff)
  }
  const madeOf = new Map<Element, number>()
  const note = (element: Element, around: number) => {
    const states = [...element.attributes].filter(({ name }) => !names.test(name)).map(({ name, value }) => `${name}=${value}`)
    const made = hash(`${element.localName}[${states.sort().join()}]`, around)
    madeOf.set(element, made)
    for (const child of element.children) note(child, made)
  }
  note(document.documentElement, 0)

  const before = new Set(passed)
  const counts = new Map<number, number>()
  const known: HTMLElement[] = []
  let isNew = false
  for (const [element, made] of madeOf) {
    if (!(element instanceof HTMLElement) || element.childElementCount > 0) continue
    if (!element.checkVisibility()) continue
    const count = (counts.get(made) ?? 0) + 1
    counts.set(made, count)
    const isKnown = before.has(made) || count > mostAlike
    if (isKnown && element !== document.activeElement) known.push(element)
    isNew ||= !isKnown
  }
  if (!isNew) return { passed: [], violations: [] }
  const visibilities = known.map(({ style }) => [style.getPropertyValue('visibility'), style.getPropertyPriority('visibility')] as const)
  for (const { style } of known) style.setProperty('visibility', 'hidden', 'important')
  try {
    const options = { resultTypes: ['violations', 'passes'], preload: false, runOnly: rules, selectors: false, elementRef: true }
    const { violations = [], passes = [] } = (await window.axe?.run('html', options)) ?? {}
    const passing = passes.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
    return {
      passed: passing.flatMap(({ element }) => (element && madeOf.get(element)) ?? []),
      violations: violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`)),
    }
  } finally {
    // By the object model alone: a style attribute that is written is an inline style, which the content security policy refuses.
    for (const [index, element] of known.entries()) {
      const [value = '', priority = ''] = visibilities[index] ?? []
      if (value) element.style.setProperty('visibility', value, priority)
      else element.style.removeProperty('visibility')
      if (element.getAttribute('style') === '') element.removeAttribute('style')
    }
  }
}

async function prepare(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axe)
}

/** What axe finds wrong with the page as it stands, or with the part of it that a selector names; one line for each element. */
export async function findViolations(page: Page, aspect: AxeAspect = 'everything', within = 'html'): Promise<string[]> {
  await prepare(page)
  const options = { resultTypes: ['violations'], preload: false, ...axeAspects[aspect] }
  return await page.evaluate(runAxe, { within, options, mostRows: rowsThatDiffer })
}

/** By look: how the elements are made whose colours axe has passed. */
const passedColours = new WeakMap<Page, Map<string, Set<number>>>()

/** What axe finds wrong with the colours of what this page has not shown in this look before; one line for each element. */
export async function findNewColourViolations(page: Page, look: string): Promise<string[]> {
  const looks = passedColours.get(page) ?? new Map<string, Set<number>>()
  passedColours.set(page, looks)
  const known = looks.get(look) ?? new Set<number>()
  looks.set(look, known)
  await prepare(page)
  const { passed, violations } = await page.evaluate(runAxeOnColours, { rules: colourRules, passed: [...known] })
  for (const made of passed) known.add(made)
  return violations
}
