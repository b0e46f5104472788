import type { Page } from '@playwright/test'
import type { AxeAspect } from '#web/testing/axe-aspects.ts'
import { findNewColourViolations, findViolations } from './accessibility.ts'
import { choose } from './choose.ts'
import { findCutTexts } from './cut-texts.ts'
import { tabTo } from './keyboard.ts'
import { goTo, spread } from './move-within.ts'
import { findCustomerScreens, heading, landing, type Screen } from './screens.ts'
import { openUserMenu } from './sign-in.ts'
import { findSmallTargets } from './small-targets.ts'
import { findStaffScreens } from './staff-screens.ts'
import { expect, test } from './story.ts'

// What there is to look at is shared among the workers.
test.describe.configure({ mode: 'parallel' })

type Look = { colorScheme: 'light' | 'dark'; width: number; aspect?: AxeAspect; colours?: boolean }

/** What can differ: the themes in nothing but colours, and the languages in what words can break. */
const looks: Record<string, Look[]> = {
  en: [
    { colorScheme: 'light', width: 1440, aspect: 'all but colours', colours: true },
    { colorScheme: 'dark', width: 1440, colours: true },
    { colorScheme: 'dark', width: 390, colours: true },
    { colorScheme: 'light', width: 390, aspect: 'all but colours', colours: true },
  ],
  sv: [
    { colorScheme: 'light', width: 1440, aspect: 'words' },
    { colorScheme: 'light', width: 390, aspect: 'words' },
  ],
}

/** The words of Swedish are the longer ones; 320 px is also a window of 1280 px at four times the size. */
async function expectNarrow(page: Page, name: string): Promise<void> {
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect.soft(await page.evaluate(() => document.scrollingElement?.scrollWidth), `${name} at ${width}`).toBe(width)
  }
}

/** Waits for what is laid out again once the window has its width. */
const expectSoon = expect.configure({ soft: true, timeout: 3_000 })

async function measure(page: Page, name: string, width: number): Promise<void> {
  await expectSoon.poll(() => findCutTexts(page), `texts of ${name}`).toEqual([])
  if (width <= 390) await expectSoon.poll(() => findSmallTargets(page), `targets of ${name}`).toEqual([])
}

/** Looks at what is on the page in both themes and both widths. Where it is measured, no text is cut and nothing to tap is small. */
async function examine(page: Page, name: string, isMeasured = false): Promise<void> {
  const language = (await page.locator('html').getAttribute('lang')) ?? ''
  for (const { colorScheme, width, aspect, colours } of looks[language] ?? []) {
    const look = `${colorScheme}, ${width} px`
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    if (aspect) expect.soft(await findViolations(page, aspect), `${name}, ${look}`).toEqual([])
    if (aspect && isMeasured) await measure(page, `${name}, ${language}, ${width} px`, width)
    if (colours) expect.soft(await findNewColourViolations(page, look), `colours of ${name}, ${look}`).toEqual([])
  }
  if (language === 'sv') await expectNarrow(page, name)
  if (language === 'sv' && isMeasured) await measure(page, `${name}, sv, 320 px`, 320)
}

async function visit(page: Page, screens: readonly Screen[], { language }: { language: string }): Promise<void> {
  for (const screen of spread(screens)) {
    await goTo(page, screen)
    await expect(screen.arrived(page), screen.name).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await screen.open?.(page)
    await examine(page, screen.name, true)
  }
}

/** What opens over any screen. */
async function visitMenus(page: Page): Promise<void> {
  await page.goto('/settings/language-and-theme')
  await openUserMenu(page)
  await examine(page, 'user menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^(Create|Skapa)$/ }).click()
  await examine(page, 'create menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^(Notifications|Aviseringar)/ }).click()
  await expect(page.getByRole('dialog', { name: /^(Notifications|Aviseringar)$/ })).toBeVisible()
  await examine(page, 'notifications')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await examine(page, 'palette')
}

for (const [language, name] of [
  ['en', 'in English'],
  ['sv', 'in Swedish, or is wider than a phone'],
] as const) {
  test(`no screen of a customer has a violation ${name}`, async ({ openAs }) => {
    test.setTimeout(600_000)
    const page = await openAs('admin', '/dashboard', { language })
    await visit(page, await findCustomerScreens(page), { language })
    await visitMenus(page)
  })

  test(`no screen of the staff has a violation ${name}`, async ({ openAs }) => {
    test.setTimeout(600_000)
    const page = await openAs('staff', '/admin', { language })
    await visit(page, await findStaffScreens(page), { language })
  })
}

test('colours are looked at until they have passed, and once in each look', async ({ page }) => {
  const pale = '<p class="pale">Too pale to read</p>'
  await page.setContent(`<style>.pale { color: #ddd }</style><main><h1>Title</h1><p>Black on white</p>${pale}</main>`)
  for (const look of ['light', 'dark', 'light'])
    expect(await findNewColourViolations(page, look)).toEqual([expect.stringContaining('pale')])
  await page.addStyleTag({ content: '.pale { color: #000 } .new { color: #ccc }' })
  expect(await findNewColourViolations(page, 'light')).toEqual([])
  await page.addStyleTag({ content: '.pale { color: #eee }' })
  await page.locator('main').evaluate((main) => main.insertAdjacentHTML('beforeend', '<p>As before <b class="new">New</b></p>'))
  expect(await findNewColourViolations(page, 'light')).toEqual([expect.stringContaining('class="new"')])
  expect(await findNewColourViolations(page, 'dark')).toHaveLength(2)
  await expect(page.locator('[style]')).toHaveCount(0)
})

test('texts that are cut and targets that are small are found; what is hidden, scrolls, wraps or is words alone is not', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.setContent(`<style>
    * { margin: 0; font: 16px/20px sans-serif }
    .box { width: 100px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
    .lines { width: 100px; height: 40px; overflow: hidden }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap }
    .wide { position: relative } .wide::before { content: ""; position: absolute; inset: -14px -22px }
    .padded { padding: 14px 22px } button, input { padding: 0 }
  </style><main>
    <p class="box cut">A name that is longer than its box</p><p class="lines short">More words than have room in two lines of such a box</p>
    <p class="box">Short</p><p class="lines">Two lines of words</p><p class="hidden">A name that is longer than its box</p>
    <p class="box" style="overflow: auto">A name that is longer than its box</p><select class="chosen" style="width: 60px"><option>A long choice</option></select>
    <button class="small">Go</button><button class="wide">Go</button><button class="padded">Go</button>
    <p>Read <a href="#">the words</a> of it.</p><label style="display: block; padding: 12px 0"><input type="checkbox" class="mark"> Yes</label>
  </main>`)
  expect((await findCutTexts(page)).map((line) => line.split(' cuts ')[0])).toEqual(['p.box.cut', 'p.lines.short', 'select.chosen'])
  expect((await findSmallTargets(page)).map((line) => line.split(' ')[0])).toEqual(['select.chosen', 'button.small'])
})

test('the landing view has no violation, and is no wider than a phone', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(landing(page)).toBeVisible()
  await examine(page, 'landing, English')
  await choose(page, 'Svenska')
  await expect(heading(page)).toHaveText('Ditt moln, bevakat dygnet runt')
  await examine(page, 'landing, Swedish')
})

test('a walk with the keyboard alone: shell, list, details, and back to where it left', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard')
  await expect(heading(page)).toContainText(/open incident|All good/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  const openNow = page.getByRole('region', { name: 'Open now' })
  await expect(openNow.getByRole('heading')).toBeFocused()
  const sort = openNow.getByRole('button', { name: 'Sort', exact: true })
  await expect(sort).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(sort).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(openNow.getByRole('listitem').locator('a:focus')).toBeVisible()

  await page.reload()
  await tabTo(page, page.getByRole('link', { name: 'Tickets', exact: true }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toContainText('Tickets')
  await expect(heading(page)).toBeFocused()
  await page.reload()
  await expect(page.getByRole('table').locator('[data-row-link]').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const links = page.getByRole('table').locator('[data-row-link]')
  await tabTo(page, links.first())
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(2)).toBeFocused()
  const subject = (await links.nth(2).textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(subject)
  await expect(heading(page)).toBeFocused()
  await page.goBack()
  await expect(links.filter({ hasText: subject })).toBeFocused()

  await page.keyboard.press('/')
  await expect(
    page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: /Search/ }))
      .first(),
  ).toBeFocused()
  // The column of the table has a button of the same name.
  await tabTo(page, page.getByRole('button', { name: 'Priority', exact: true }).first())
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tickets/1001?priority=2')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Priority: High' })).toBeFocused()
})
