import { randomUUID } from 'node:crypto'
import { findViolations } from './accessibility.ts'
import { heading } from './screens.ts'
import { readTokens } from './sign-in.ts'
import { newCondition, notify } from './signals.ts'
import { expect, test } from './story.ts'
import { createTicket } from './tickets.ts'

const limit = 'You see the resources tagged application=webshop and those in rg-webshop-prod.'

test('an administrator limits a colleague to some resources, who sees what is about these and nothing else', async ({
  openAs,
  openBrowser,
  request,
  expectError,
}) => {
  test.setTimeout(240_000)
  expectError(/status of 404/)
  const mark = randomUUID().slice(0, 8)
  const maja = `Maja ${mark}`
  const colleague = `maja.${mark}@colleague.example`
  const [within, outside] = [newCondition('vm-web-02'), newCondition('vm-print-01')]
  for (const condition of [within, outside]) await notify(request, 'firing', condition)
  const page = await openAs('admin', '/my-environment/1001?q=vm-print-01')
  const ofPrinter = (await page.getByRole('link', { name: 'vm-print-01', exact: true }).getAttribute('href')) ?? ''
  await createTicket(page, `Cables ${mark}`, 'The cables of the office are to be replaced.')

  await page.goto('/settings/profile')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'Invite user' }).click()
  const inviting = page.getByRole('dialog', { name: 'Invite user' })
  await inviting.getByRole('textbox', { name: 'Name' }).fill(maja)
  await inviting.getByRole('textbox', { name: 'Email' }).fill(colleague)
  await inviting.getByRole('combobox', { name: 'Roles' }).click()
  await page.getByRole('option', { name: 'Tickets only' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { name: 'Reader' })).toBeHidden()
  await inviting.getByRole('button', { name: 'Invite', exact: true }).click()
  await inviting.getByRole('button', { name: 'Done' }).click()

  const theirs = await (await openBrowser()).newPage()
  await theirs.goto('/')
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await theirs.getByRole('button', { name: new RegExp(colleague) }).click()
  const menu = theirs.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Service windows' })).toBeVisible()
  await theirs.goto('about:blank')

  await test.step('the colleague is limited by a tag and a resource group, at least one of which is needed', async () => {
    await page.getByRole('link', { name: maja }).click()
    const panel = page.getByRole('dialog', { name: 'User' })
    await panel.getByRole('radio', { name: /^Only some resources/ }).check()
    await panel.getByRole('button', { name: 'Save resources' }).click()
    await expect(panel.getByText('Choose at least one tag or resource group.')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await panel.getByRole('group', { name: 'Tags' }).getByRole('button', { name: 'Add' }).click()
    await panel.getByRole('combobox', { name: 'Search tags' }).fill('webs')
    await panel.getByRole('option', { name: 'application=webshop' }).click()
    await panel.getByRole('combobox', { name: 'Resource groups' }).click()
    await page.getByRole('option', { name: 'rg-webshop-prod' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option', { name: 'rg-webshop-prod' })).toBeHidden()
    await panel.getByRole('button', { name: 'Save resources' }).click()
    await expect(page.getByText('The resources are saved and apply from the next request.')).toBeVisible()
    await page.keyboard.press('Escape')
    const row = page.getByRole('row').filter({ hasText: maja })
    await expect(row).toContainText('limited to application=webshop, rg-webshop-prod')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(row.getByText(', limited', { exact: true })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(row.getByText(', limited', { exact: true })).toBeHidden()
  })

  await test.step('the overview and the resources say what they see, and the menu has nothing that is of all resources', async () => {
    await theirs.goto('/dashboard')
    await expect(theirs.getByText(limit)).toBeVisible()
    await expect(theirs.getByRole('main')).toContainText('vm-web-02')
    await expect(theirs.getByRole('main')).not.toContainText('vm-print-01')
    await expect(menu.getByRole('link', { name: 'My environment' })).toBeVisible()
    for (const name of ['Service windows', 'Reports', 'Alert rules', 'Automation'])
      await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0)
    expect(await findViolations(theirs)).toEqual([])
    await menu.getByRole('link', { name: 'My environment' }).click()
    await expect(theirs.getByText(limit)).toBeVisible()
    const table = theirs.getByRole('table')
    await expect(table.getByRole('link', { name: 'vm-web-02', exact: true })).toBeVisible()
    await theirs.goto('/my-environment/1001?q=vm-web-02&metric=up&sort=metric')
    await expect(table.getByRole('link', { name: 'vm-web-02', exact: true })).toBeVisible()
    await theirs.goto('/my-environment/1001?q=vm-print-01')
    await expect(theirs.getByRole('heading', { name: 'No resources match your filters' })).toBeVisible()
  })

  await test.step('the page of a resource has the parts that they may see; that of another resource is not found', async () => {
    await theirs.goto('/my-environment/1001?q=vm-web-02')
    await theirs.getByRole('link', { name: 'vm-web-02', exact: true }).click()
    await expect(heading(theirs)).toHaveText('vm-web-02')
    const parts = theirs.getByRole('navigation', { name: 'Parts of the resource' })
    await expect(parts.getByRole('link')).toHaveText(['Information', 'Metrics', 'CloudOps', 'Tickets'])
    await theirs.goto(ofPrinter)
    await expect(theirs.getByRole('heading', { name: 'We could not find the resource' })).toBeVisible()
    for (const address of ['/alert-rules/1001', '/service-window/1001', '/settings/users', '/settings/integrations']) {
      await theirs.goto(address)
      await expect(theirs.getByText('this page is about all of them')).toBeVisible()
    }
  })

  await test.step('their alerts and incidents are those of these resources', async () => {
    for (const address of ['/alert-overview', '/incidents/1001']) {
      await theirs.goto(address)
      const table = theirs.getByRole('table')
      await expect(table).toContainText('vm-web-02')
      await expect(table).not.toContainText('vm-print-01')
    }
  })

  await test.step('their tickets are about these resources, or their own', async () => {
    const { accessToken } = await readTokens(theirs)
    const answer = await theirs.request.post('/api/v1/customer/1001/ticket', {
      headers: { authorization: `Bearer ${accessToken}` },
      data: { subject: `Keyboard ${mark}`, description: 'A key is stuck.', email: colleague, impact: 4, urgency: 4, priority: 4 },
    })
    expect(answer.ok()).toBe(true)
    await theirs.goto(`/tickets/1001?q=${mark}`)
    const table = theirs.getByRole('table')
    await expect(table).toContainText(`Keyboard ${mark}`)
    await expect(table).not.toContainText(`Cables ${mark}`)
  })

  await test.step('the wall says what they see, and pages with nothing to show say that this is about what they see', async () => {
    await theirs.goto('/dashboard?wall=true')
    await expect(theirs.getByRole('region', { name: 'Wall' }).getByText(limit)).toBeVisible()
    const users = '/api/v1/admin/customer/1001/user'
    const headers = { authorization: `Bearer ${(await readTokens(page)).accessToken}` }
    const found = await page.request.get(`${users}?q=${colleague}`, { headers })
    const [{ userId }] = (await found.json()).result
    const data = { resourceLimit: { tags: [`owner=${mark}`], resourceGroups: [] } }
    expect((await page.request.put(`${users}/${userId}`, { headers, data })).ok()).toBe(true)
    await theirs.goto('/dashboard?wall=true')
    await expect(theirs.getByRole('heading', { name: 'No open incidents in what you see' })).toBeVisible()
    await theirs.goto('/dashboard')
    await expect(heading(theirs)).toHaveText('No open incidents in what you see')
    await theirs.goto('/incidents/1001')
    await expect(theirs.getByRole('heading', { name: 'No open incidents in what you see' })).toBeVisible()
    await theirs.goto('/alert-overview')
    await expect(theirs.getByRole('heading', { name: 'No alerts are firing in what you see' })).toBeVisible()
    expect(await findViolations(theirs)).toEqual([])
  })

  await theirs.goto('about:blank')
  await page.getByRole('link', { name: maja }).click()
  const panel = page.getByRole('dialog', { name: 'User' })
  await panel.getByRole('button', { name: 'Disable user' }).click()
  await panel.getByRole('button', { name: 'Yes, disable' }).click()
  await expect(panel.getByText('Disabled', { exact: true })).toBeVisible()
  for (const condition of [within, outside]) await notify(request, 'resolved', condition)
})
