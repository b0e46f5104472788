import type { Locator, Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { expect, test } from './development-pages.ts'

const sample = (page: Page): Locator => page.getByRole('form', { name: /^(All kinds of field|Alla sorters fält)$/ })
const held = (page: Page): Locator => page.getByRole('complementary', { name: 'What the form holds' }).locator('pre')
const holds = (page: Page, name: string, value: unknown) =>
  expect.poll(async () => (JSON.parse((await held(page).textContent()) ?? '') as Record<string, unknown>)[name]).toEqual(value)
const image = (name: string, bytes = 10) => ({ name, mimeType: 'image/png', buffer: Buffer.alloc(bytes) })

let form: Locator
let page: Page

test.beforeEach(async ({ openDevelopmentPage }) => {
  page = await openDevelopmentPage('/dev/forms')
  form = sample(page)
  await expect(form).toBeVisible()
  await expect(form.locator('input[type=file]')).toBeAttached()
})

test('messages come one at a time, each stays as long as it should, and is closed by hand', async () => {
  const toasts = page.locator('.mantine-Notification-root')
  const paste = () =>
    form.evaluate((target) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
  /** In small steps, so that the page draws what each brings. */
  const pass = async (milliseconds: number) => {
    for (let step = 0; step < milliseconds; step += 100) await page.clock.runFor(100)
  }
  const files = form.locator('input[type=file]')
  await page.mouse.click(5, 5)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await files.setInputFiles([image('one.png')])
  await expect(page.getByRole('status').filter({ hasText: 'The file has been added for upload.' })).toBeVisible()
  await paste()
  await files.setInputFiles(['two', 'three', 'four', 'five'].map((name) => image(`${name}.png`)))
  await pass(4500)
  await expect(toasts).toHaveText(['The file has been added for upload.'])
  await pass(1000)
  await expect(toasts).toHaveText(['The file has been added from the clipboard.'])
  await pass(2000)
  await expect(toasts).toHaveText(['The file has been added from the clipboard.'])
  await pass(1000)
  await expect(toasts).toHaveText(['The file has been added for upload.'])
  await toasts.getByRole('button', { name: 'Close' }).click()
  await pass(500)
  await expect(page.getByRole('alert').filter({ hasText: 'You have reached the file upload limit.' }).and(toasts)).toBeVisible()
  await page.mouse.move(5, 5)
  await pass(4500)
  await expect(toasts).toHaveCount(1)
  await pass(1000)
  await expect(toasts).toHaveCount(0)
})

test('a number is a whole one within its bounds once it was left', async () => {
  const low = form.getByRole('spinbutton', { name: 'Warn at' })
  const high = form.getByRole('spinbutton', { name: 'Alarm at' })
  await low.fill('seven')
  await low.blur()
  await expect(low).toHaveValue('1')
  await low.fill('25')
  await expect(low).toHaveValue('25')
  await low.blur()
  await expect(low).toHaveValue('20')
  await low.fill('12.9')
  await high.fill('3')
  await expect(low).toHaveValue('12')
  await high.blur()
  await expect(high).toHaveValue('13')
  await high.press('ArrowUp')
  await expect(high).toHaveValue('14')
  await low.fill('')
  await low.blur()
  await expect(low).toHaveValue('1')
})

test('a secret is dots while it is typed, and is shown by the keyboard to anyone who asks', async () => {
  const secret = form.getByLabel('Secret key', { exact: true })
  const show = form.getByRole('button', { name: 'Show secret key' })
  await expect(secret).toHaveAttribute('type', 'password')
  await expect(secret).toHaveAttribute('autocomplete', 'new-password')
  await secret.fill('open sesame')
  await secret.press('Tab')
  await expect(show).toBeFocused()
  await page.keyboard.press('Space')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(secret).toHaveAttribute('type', 'text')
  await expect(secret).toHaveValue('open sesame')
  await page.keyboard.press('Space')
  await expect(secret).toHaveAttribute('type', 'password')
  await holds(page, 'key', 'open sesame')
  const disabled = page.getByRole('form', { name: 'Disabled' })
  await expect(disabled.getByLabel('Secret key', { exact: true })).toHaveAttribute('type', 'password')
  await expect(disabled.getByRole('button', { name: 'Show secret key' })).toBeDisabled()
})

test('a date is the start of its day, and one half typed is emptied', async () => {
  const from = form.getByLabel('From')
  await from.fill('2026-11-21')
  await holds(page, 'from', '2026-11-20T23:00:00.000Z')
  expect(await from.getAttribute('min')).toBe('0001-01-01')
  expect(await from.getAttribute('max')).toBe('9999-12-31')
  const to = form.getByLabel('To', { exact: true })
  await expect(to).toHaveAttribute('min', '2026-11-21')
  await to.fill('2026-11-20')
  await expect(form.getByRole('alert').filter({ hasText: 'Not before 2026-11-21.' })).toBeVisible()
  await to.fill('')
  await to.focus()
  await page.keyboard.type('02')
  expect(await to.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true)
  await to.blur()
  expect(await to.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(false)
  await holds(page, 'to', '')
})

test('a select begins with its default, and its options follow what was chosen before', async () => {
  const cloud = form.getByRole('combobox', { name: 'Cloud' })
  const region = form.getByRole('combobox', { name: 'Region' })
  await expect(cloud).toHaveValue('azure')
  await expect(cloud.getByRole('option', { name: 'planned: Google Cloud (not in your agreement)' })).toBeDisabled()
  await expect(region).toHaveText('Sweden Central')
  await cloud.selectOption('aws')
  await region.click()
  await page.getByRole('option', { name: 'eu-west-1' }).click()
  await expect(region).toHaveText('eu-west-1')
  await expect(region).toBeFocused()
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('many are chosen by searching, with the keyboard alone, and three of them are shown', async () => {
  const resources = form.getByRole('combobox', { name: 'Resources' })
  await resources.focus()
  await page.keyboard.press('Enter')
  const search = page.getByRole('textbox', { name: 'Search' })
  await expect(search).toBeFocused()
  const options = page.getByRole('listbox', { name: 'Resources' }).getByRole('option')
  await expect(options.first()).toBeVisible()
  expect((await options.first().boundingBox())?.height).toBe(48)
  expect((await options.first().locator('xpath=../..').boundingBox())?.height).toBe(288)
  expect(await options.count()).toBeLessThan(20)
  await search.fill('vm-000')
  for (let chosen = 0; chosen < 6; chosen += 1) {
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Escape')
  await expect(resources).toBeFocused()
  await expect(resources).toHaveText('vm-0001 vm-0002 vm-0003 +3')
  await holds(page, 'resources', ['vm-0001', 'vm-0002', 'vm-0003', 'vm-0005', 'vm-0006', 'vm-0007'])
  await resources.click()
  await search.fill('vm-0001')
  await page.getByRole('option', { name: 'vm-0001' }).click()
  await search.fill('nothing like it')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(resources).toHaveText('vm-0002 vm-0003 vm-0005 +2')
})

test('what is typed before the list of a select is there is searched for in it', async () => {
  const resources = form.getByRole('combobox', { name: 'Resources' })
  const search = page.getByRole('textbox', { name: 'Search' })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.fallback()
  })
  await resources.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('x')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.keyboard.type('vm-0003x')
  await page.keyboard.press('Backspace')
  await expect(resources).toBeFocused()
  release()
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('vm-0003')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(resources).toBeFocused()
  await holds(page, 'resources', ['vm-0003'])
})

test('objects are chosen by what describes them, and a single one can be taken back', async () => {
  const owner = form.getByRole('combobox', { name: 'Owner' })
  await owner.click()
  await page.getByRole('textbox', { name: 'Search' }).fill('björn@')
  await page.getByRole('option', { name: 'Björn Ek' }).click()
  await holds(page, 'owner', { id: '2', name: 'Björn Ek', email: 'björn@example.com' })
  await form.getByRole('button', { name: 'Clear björn ek' }).click()
  await expect(owner).toHaveText('No one yet')
})

test('tags are added, edited and removed; one that is there already flashes', async () => {
  const input = form.getByRole('textbox', { name: 'Tags' })
  const tags = form.getByRole('list', { name: 'Tags' }).getByRole('listitem')
  await input.press('Enter')
  await expect(tags).toHaveCount(0)
  for (const tag of ['red', '  ', 'blue']) {
    await input.fill(tag)
    await input.press('Enter')
    if (tag === '  ') await input.fill('')
  }
  await expect(tags).toHaveText(['red', 'blue'])
  await input.fill('red')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(tags.first()).toHaveAttribute('data-flashing')
  await expect(form.getByText('red is there already.')).toBeVisible()
  await expect(tags).toHaveCount(2)
  await expect(tags.first()).not.toHaveAttribute('data-flashing')

  const blue = form.getByRole('button', { name: 'Edit blue' })
  await blue.click()
  await expect(input).toHaveValue('blue')
  await expect(input).toBeFocused()
  await blue.click()
  await expect(input).toHaveValue('')
  await expect(form.getByRole('button', { name: 'Add', exact: true })).toBeVisible()
  await blue.click()
  await input.fill('green')
  await form.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(tags).toHaveText(['red', 'green'])
  await form.getByRole('button', { name: 'Remove red' }).click()
  await expect(tags).toHaveText(['green'])
  await holds(page, 'tags', ['green'])
})

test('another entry can be added only when none is empty, and empty ones are dropped', async () => {
  const add = form.getByRole('button', { name: 'Add another' })
  await expect(add).toBeDisabled()
  await expect(add).toHaveAccessibleDescription('Fill in the empty one first.')
  await form.getByRole('textbox', { name: 'Address 1' }).fill('a')
  await add.click()
  await expect(form.getByRole('textbox', { name: 'Address 2' })).toBeFocused()
  await expect(add).toBeDisabled()
  await holds(page, 'addresses', ['a'])
  await page.keyboard.type('b')
  await add.click()
  await form.getByRole('textbox', { name: 'Address 1' }).fill(' ')
  await holds(page, 'addresses', ['b'])
  await form.getByRole('button', { name: 'Remove address 1' }).click()
  await expect(form.getByRole('textbox', { name: 'Address 1' })).toHaveValue('b')
})

test('files are images, at most five, of at most 4 MB', async () => {
  await form.getByRole('textbox', { name: 'Name' }).click()
  const chooser = form.locator('input[type=file]')
  const files = form.getByRole('list', { name: /^Images/ }).getByRole('listitem')
  await chooser.setInputFiles([image('large.png', 4 * 1024 * 1024 + 1)])
  await expect(form.getByText('The file must not be larger than 4 MB')).toBeVisible()
  await chooser.setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }])
  await expect(form.getByText('notes.txt is not of a kind that can be added here.')).toBeVisible()
  await expect(files).toHaveCount(0)
  await chooser.setInputFiles([image('exact.png', 4 * 1024 * 1024)])
  await expect(page.getByText('The file has been added for upload.')).toBeVisible()
  await chooser.setInputFiles(['1.png', '2.png', '3.png', '3.png', '5.png'].map((name) => image(name)))
  await expect(files).toHaveCount(5)
  await expect(form.getByRole('alert').filter({ hasText: 'You have reached the file upload limit.' })).toBeVisible()
  await form.getByRole('button', { name: 'Remove 2.png' }).click()
  await expect(files).toHaveText([/exact\.png/, /1\.png/, /3\.png/, /3\.png/])
})

test('images of the clipboard are added from anywhere in the form, named by their kind', async () => {
  const paste = (kinds: string[]) =>
    form.getByRole('textbox', { name: 'Description' }).evaluate((target, types) => {
      const clipboardData = new DataTransfer()
      for (const type of types) clipboardData.items.add(new File(['x'], 'image.png', { type }))
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, kinds)
  const files = form.getByRole('list', { name: /^Images/ }).getByRole('listitem')
  await form.getByRole('textbox', { name: 'Description' }).click()
  await paste(['image/svg+xml'])
  await paste(['image/jpeg', 'image/png', 'image/gif'])
  await expect(page.getByText('The file has been added from the clipboard.')).toBeVisible()
  await expect(files).toHaveText([/^pasted-.*\.jpg/, /^pasted-.*-2\.png/, /^pasted-.*-3\.gif/])
})

test('a field appears by its condition and says what is wrong with it a moment after the last key', async () => {
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveCount(0)
  await form.getByRole('switch', { name: 'Tell someone by email' }).press('Space')
  const email = form.getByRole('textbox', { name: 'Email' })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.clock.pauseAt(Date.now() + 60_000)
  await email.pressSequentially('nobody')
  await page.clock.runFor(949)
  await expect(email).not.toHaveAttribute('aria-invalid', 'true')
  await page.clock.runFor(1)
  await expect(form.getByRole('alert').filter({ hasText: 'Unvalid email format' })).toBeVisible()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription('Unvalid email format')
  await email.fill('somebody@example.com')
  await expect(form.getByText('Unvalid email format')).toHaveCount(0)
})

test('sending shows what is missing, puts the server’s errors on their fields, and locks what was sent', async () => {
  const save = form.getByRole('button', { name: 'Save', exact: true })
  const name = form.getByRole('textbox', { name: 'Name' })
  await save.click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/This must be filled in\.$/)
  await name.fill('Disk full')
  await form.getByLabel('From').fill('2026-11-21')
  await form.getByRole('radio', { name: 'High' }).check()
  await form.getByRole('checkbox', { name: 'I have read what it costs' }).check()
  await page.getByRole('radio', { name: 'refuses two fields' }).check()
  await save.click()
  await expect(save).toBeDisabled()
  await expect(form.getByRole('alert').filter({ hasText: 'The form was not saved. Look at the fields marked below.' })).toBeVisible()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/Another rule has this name\.$/)
  await expect(form.getByText('Away until Monday')).toBeVisible()
  await page.getByRole('radio', { name: 'accepts' }).check()
  await name.press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(name).not.toBeEditable()
  await form.getByRole('button', { name: 'Start again' }).click()
  await expect(name).toHaveValue('')
  await expect(save).toBeEnabled()
})

test('a long text has four rows at first and grows with what is written, on a phone too', async () => {
  const description = form.getByRole('textbox', { name: 'Description' })
  const height = async () => (await description.boundingBox())?.height ?? 0
  await expect(description).toHaveAttribute('rows', '4')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await description.fill('')
    const lineHeight = await description.evaluate((area) => Number.parseFloat(getComputedStyle(area).lineHeight))
    const empty = await height()
    expect(empty).toBeGreaterThanOrEqual(4 * lineHeight)
    expect(empty).toBeLessThan(6 * lineHeight)
    await description.fill('x\n'.repeat(8))
    expect(await height()).toBeGreaterThanOrEqual(9 * lineHeight)
  }
})

test('the form is 700 px wide at most, and a long list draws the rows in sight', async () => {
  expect((await form.boundingBox())?.width).toBe(700)
  const rows = page.getByRole('group', { name: 'Virtual list' }).getByRole('listitem')
  expect((await rows.first().boundingBox())?.height).toBe(35)
  expect(await rows.count()).toBeLessThan(30)
  await page.getByRole('group', { name: 'Virtual list' }).evaluate((list) => {
    list.scrollTop = list.scrollHeight
  })
  await expect(page.getByText('Row 10000')).toBeVisible()
})

const rule = (page: Page): Locator => page.getByRole('form', { name: /^(A form in steps|Ett formulär i steg)$/ })

/** Fills in the first step of the form in steps, and goes on to the second. */
async function fillFirstStep(steps: Locator) {
  await steps.getByRole('textbox', { name: /^(Name|Namn)/ }).fill('Disk full')
  await steps.getByLabel(/^(Counts from|Räknas från)/).fill('2026-11-23T08:00')
  await steps.getByRole('button', { name: /^(Next|Nästa)$/ }).click()
}

/** Fills in the second, and goes on to the third, with all that it shows. */
async function fillSecondStep(steps: Locator) {
  await steps.getByRole('spinbutton').fill('90')
  await steps.getByRole('button', { name: /^(Add|Lägg till)$/ }).click()
  await steps.getByRole('option', { name: /^CloudOps/ }).click()
  await steps.getByRole('button', { name: /^(Next|Nästa)$/ }).click()
  await steps.getByRole('switch').check()
}

test('a form in steps: rows are added, put in order, removed and put back; each step is checked; going back loses nothing', async () => {
  const steps = rule(page)
  const next = steps.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(steps.getByRole('textbox', { name: 'Name' })).toBeFocused()
  const quiet = steps.getByRole('textbox', { name: 'Quiet time' })
  await quiet.fill('1h 30m')
  await quiet.press('Tab')
  await expect(quiet).toHaveValue('90')
  await quiet.fill('2')
  await expect(steps.getByText('At least 5 min.')).toBeVisible()
  await steps.getByRole('combobox', { name: 'Quiet time, unit' }).selectOption('h')
  await expect(steps.getByText('At least 5 min.')).toHaveCount(0)
  await steps.getByRole('textbox', { name: 'Budget' }).fill('1,250.5')
  await fillFirstStep(steps)
  await expect(page).toHaveURL(/step=actions/)
  await expect(steps.getByRole('heading', { name: 'Conditions and actions' })).toBeFocused()

  const actions = steps.getByRole('group', { name: 'Actions' })
  const kinds = actions.getByRole('combobox', { name: 'What to do' })
  await actions.getByRole('button', { name: 'Add action' }).click()
  await expect(kinds.last()).toBeFocused()
  await kinds.last().selectOption({ label: 'Wait' })
  await actions.getByRole('textbox', { name: 'How long' }).fill('20 min')
  const handle = actions.getByRole('button', { name: 'Move Action 2', exact: true })
  await handle.focus()
  await handle.press('ArrowUp')
  await expect(actions.getByRole('status')).toHaveText('Action 2 is now number 1 of 2.')
  await expect(kinds.first()).toHaveValue('wait')
  await expect(actions.getByRole('button', { name: 'Move Action 1', exact: true })).toBeFocused()
  const grip = await actions.getByRole('button', { name: 'Move Action 1', exact: true }).boundingBox()
  const below = await actions.getByRole('listitem').last().boundingBox()
  await page.mouse.move((grip?.x ?? 0) + 8, (grip?.y ?? 0) + 8)
  await page.mouse.down()
  await page.mouse.move((grip?.x ?? 0) + 8, (below?.y ?? 0) + (below?.height ?? 0), { steps: 5 })
  await page.mouse.up()
  await expect(kinds.last()).toHaveValue('wait')
  await actions.getByRole('button', { name: 'Remove Action 2' }).click()
  await expect(kinds).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(actions.getByRole('textbox', { name: 'How long' })).toHaveValue('20')
  await next.click()
  await expect(steps.getByRole('spinbutton', { name: 'Threshold' })).toBeFocused()
  await fillSecondStep(steps)

  const monday = steps.getByRole('textbox', { name: 'Monday' })
  await monday.fill('9-12')
  await steps.getByRole('slider', { name: 'Monday, closes' }).press('ArrowRight')
  await expect(monday).toHaveValue('09:00–12:15')
  await steps.getByRole('combobox', { name: 'Repeats' }).selectOption({ label: 'By a cron expression' })
  await next.click()
  await expect(steps.getByText('Write five fields such as 15 2 * * *')).toBeVisible()
  await steps.getByRole('textbox', { name: 'Cron expression' }).fill('0 22 * * 5')
  await expect(steps.getByRole('list', { name: 'Next starts' }).getByRole('listitem')).toHaveCount(10)
  await next.click()
  await expect(steps.getByRole('definition').filter({ hasText: '1,250.50 SEK' })).toBeVisible()
  await expect(steps.getByText('Send an email · CloudOps')).toBeVisible()
  await steps.getByRole('button', { name: 'Change conditions and actions' }).click()
  await expect(actions.getByRole('textbox', { name: 'How long' })).toHaveValue('20')
  await page.goBack()
  await expect(page).toHaveURL(/step=summary/)
  await steps.getByRole('button', { name: 'Create rule' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
})

for (const [language, name] of [
  ['en', 'English'],
  ['sv', 'Svenska'],
] as const) {
  test(`no field has a violation in any state in ${name}`, async ({ openDevelopmentPage }) => {
    test.setTimeout(120_000)
    // The languages differ in no colour.
    for (const colorScheme of language === 'en' ? (['light', 'dark'] as const) : (['light'] as const)) {
      const looked = await openDevelopmentPage('/dev/forms', { colorScheme, locale: language })
      await expect(sample(looked)).toBeVisible()
      await sample(looked)
        .getByRole('combobox', { name: /^(Watchers|Bevakare)/ })
        .click()
      await expect(looked.getByRole('listbox').getByRole('option').first()).toBeVisible()
      for (const width of [1440, 390]) {
        await looked.setViewportSize({ width, height: 900 })
        expect
          .soft(await findViolations(looked, colorScheme === 'dark' ? 'colours' : 'everything'), `${colorScheme}, ${width} px`)
          .toEqual([])
        expect.soft(await looked.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
      await looked.keyboard.press('Escape')
      const steps = rule(looked)
      for (const fill of [fillFirstStep, fillSecondStep, () => steps.getByRole('button', { name: /^(Next|Nästa)$/ }).click()]) {
        await fill(steps)
        for (const width of [390, 1440]) {
          await looked.setViewportSize({ width, height: 900 })
          const aspect = colorScheme === 'dark' ? 'colours' : 'everything'
          const found = await findViolations(looked, aspect, 'form[aria-label*="ste"]')
          expect.soft(found, `step, ${colorScheme}, ${width} px`).toEqual([])
          expect.soft(await looked.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        }
      }
    }
  })
}
