import axe from 'axe-core'
import { expect } from 'vitest'
import { commands, page } from 'vitest/browser'
import { type AxeAspect, axeAspects } from './axe-aspects.ts'

async function findViolations(aspect: AxeAspect, within: string): Promise<string[]> {
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  const { violations } = await axe.run(within, { resultTypes: ['violations'], preload: false, ...axeAspects[aspect] })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}

/** Both widths in both themes. The languages differ in no colour, so Swedish is looked at in one theme. */
export async function examinePart(language: 'en' | 'sv', within = 'html'): Promise<void> {
  for (const colorScheme of language === 'en' ? (['light', 'dark'] as const) : (['light'] as const)) {
    await commands.emulate({ colorScheme })
    await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe(colorScheme)
    for (const width of [1440, 390]) {
      await page.viewport(width, 900)
      const aspect = colorScheme === 'dark' ? 'colours' : language === 'en' ? 'everything' : 'words'
      expect.soft(await findViolations(aspect, within), `${colorScheme}, ${width} px`).toEqual([])
      expect.soft(document.documentElement.scrollWidth - innerWidth).toBeLessThanOrEqual(0)
    }
  }
}
