import type { Page } from '@playwright/test'
import { expect, test } from './story.ts'

const words = {
  en: {
    part: 'CloudOps',
    nothing: 'This resource has no CloudOps service',
    set: 'Choose hours',
    around: 'Around the clock, every day',
    save: 'Save',
    activate: 'Activate',
    sum: /^7[1-4]\d h × \d+\.\d\d SEK = [\d,.]+ SEK in \w+ \d{4}$/,
    active: 'Active now',
    disable: 'Disable',
    off: 'Not active',
    edit: 'Edit',
    later: 'The service is not active. What you save applies once it is activated.',
    cancel: 'Cancel',
    remove: 'Remove',
    history: /Removed.*Not active.*Active.*Not active/s,
  },
  sv: {
    part: 'CloudOps',
    nothing: 'Resursen har ingen CloudOps-tjänst',
    set: 'Välj tider',
    around: 'Dygnet runt, alla dagar',
    save: 'Spara',
    activate: 'Aktivera',
    sum: /^7[1-4]\d tim × \d+,\d\d SEK = [\d\s,]+ SEK i \w+ \d{4}$/,
    active: 'Aktiv nu',
    disable: 'Inaktivera',
    off: 'Inte aktiv',
    edit: 'Redigera',
    later: 'Tjänsten är inte aktiv. Det du sparar gäller när den aktiveras.',
    cancel: 'Avbryt',
    remove: 'Ta bort',
    history: /Borttagen.*Inte aktiv.*Aktiv.*Inte aktiv/s,
  },
}

/** Resources that no other story gives a service. */
const resources = { en: 'vm-reporting-01', sv: 'vm-print-01' }

async function openService(page: Page, resource: string, part: string): Promise<void> {
  await page.getByRole('link', { name: resource, exact: true }).click()
  await page.getByRole('navigation').getByRole('link', { name: part }).click()
}

for (const language of ['en', 'sv'] as const) {
  test(`a service is activated after its price is shown, disabled and removed, in ${language}`, async ({ openAs }) => {
    const said = words[language]
    const page = await openAs('admin', `/my-environment/1001?q=${resources[language]}`, { language })
    await openService(page, resources[language], said.part)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: said.nothing })).toBeVisible()
    await main.getByRole('button', { name: said.set }).click()
    await main.getByText(said.around, { exact: true }).click()
    await expect(main.getByRole('complementary').getByText(said.sum)).toBeVisible()
    await main.getByRole('button', { name: said.save, exact: true }).click()
    await expect(main.getByRole('heading', { name: said.off, level: 2 })).toBeVisible()

    await main.getByRole('button', { name: said.activate }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(said.sum)).toBeVisible()
    await dialog.getByRole('button', { name: said.activate }).click()
    await expect(main.getByRole('heading', { name: said.active, level: 2 })).toBeVisible()

    await main.getByRole('button', { name: said.disable }).click()
    await page.getByRole('dialog').getByRole('button', { name: said.disable }).click()
    await expect(main.getByRole('heading', { name: said.off, level: 2 })).toBeVisible()
    // What opened the question is gone by its answer.
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
    await main.getByRole('button', { name: said.edit }).click()
    await expect(main.getByText(said.later)).toBeVisible()
    await main.getByRole('button', { name: said.cancel }).click()
    await main.getByRole('button', { name: said.remove }).click()
    await page.getByRole('dialog').getByRole('button', { name: said.remove }).click()
    await expect(main.getByRole('heading', { name: said.nothing })).toBeVisible()
    await expect(main.getByRole('list')).toHaveText(said.history)
  })
}

test('a reader sees the service and its price, and may change nothing', async ({ openAs }) => {
  const page = await openAs('reader', '/my-environment/1001?q=vm-wms-02')
  await openService(page, 'vm-wms-02', 'CloudOps')
  const main = page.getByRole('main')
  await expect(main.getByText('9.50 SEK an hour').first()).toBeVisible()
  await expect(main.getByText('You do not have permission to change the CloudOps service.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Edit' })).toHaveCount(0)
})

test('staff set the price of a type at a customer, and export a month', async ({ openAs }) => {
  const staff = await openAs('staff', '/admin/cloudops?customer=1001')
  const prices = staff.getByRole('form', { name: 'For Nordan Retail' })
  await prices.getByRole('button', { name: /^Add/ }).click()
  await prices.getByRole('textbox', { name: 'Type of resource' }).last().fill('Microsoft.Web/sites')
  await prices.getByRole('textbox', { name: 'Per hour' }).last().fill('twelve')
  await prices.getByRole('button', { name: 'Save prices' }).click()
  await expect(prices.getByText('Write an amount such as 12.50.')).toBeVisible()
  await prices.getByRole('textbox', { name: 'Per hour' }).last().fill('3.75')
  await prices.getByRole('button', { name: 'Save prices' }).click()
  await expect(staff.getByText('The prices are saved.')).toBeVisible()
  await staff.reload()
  await expect(prices.getByRole('textbox', { name: 'Type of resource' }).last()).toHaveValue('microsoft.web/sites')

  await staff
    .getByRole('button', { name: /^Export / })
    .first()
    .click()
  const [file] = await Promise.all([staff.waitForEvent('download'), staff.getByRole('menuitem', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
})
