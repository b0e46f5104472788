import { signIn } from './sign-in.ts'
import { startAgent } from './start-agent.ts'
import { expect, test } from './story.ts'

test('the services of a machine are configured for its agent, changed, and rolled back', async ({ openAs, expectError }) => {
  expectError(/status of 400/)
  const page = await openAs('admin', '/my-environment/1001?q=vm-sync-01')
  await page.getByRole('link', { name: 'vm-sync-01', exact: true }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'VM agent' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'No agent reports from this resource yet' })).toBeVisible()

  await main.getByRole('link', { name: 'Edit Services' }).click()
  const patterns = main.getByRole('group', { name: 'Monitored services' })
  await patterns.getByRole('textbox').fill('(unclosed')
  await expect(main.getByText('(unclosed is not a pattern that can be used.')).toBeVisible()
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('This is not a regular expression that RE2 can use')).toBeVisible()
  await patterns.getByRole('textbox').fill('^MSSQL')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('version 1 desired')).toBeVisible()
  await expect(main.getByRole('region', { name: 'Services' })).toContainText('^MSSQL')

  await main.getByRole('link', { name: 'Edit URLs' }).click()
  await main.getByRole('button', { name: 'Add URL' }).click()
  await main.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await main.getByRole('textbox', { name: 'Address' }).fill('https://shop.example/health')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('version 2 desired')).toBeVisible()
  await expect(main.getByRole('region', { name: 'URLs' })).toContainText('Shop: GET https://shop.example/health, every 5 minutes')

  await main.getByRole('button', { name: 'Roll back to this version' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back to this version' }).click()
  await expect(main.getByText('version 3 desired')).toBeVisible()
  await expect(main.getByRole('region', { name: 'URLs' })).toContainText('No URLs are monitored.')
  await expect(main.getByRole('region', { name: 'Services' })).toContainText('^MSSQL')
  await expect(main.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(3)

  const reader = await openAs('reader', page.url().replace(/^https?:\/\/[^/]+/, ''))
  await expect(reader.getByText('You do not have permission to change the configuration of the agent.')).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Edit Services' })).toHaveCount(0)
  await expect(reader.getByRole('button', { name: 'Roll back to this version' })).toHaveCount(0)
})

test('a machine is enrolled with the line of its page, and the page says so as soon as its agent reports', async ({
  startOwnVakt,
  afterBrowsers,
}) => {
  test.setTimeout(120_000)
  const page = await (await startOwnVakt()).openPage()
  await signIn(page, 'admin', '/my-environment/1001?q=vm-dc-01')
  await page.getByRole('link', { name: 'vm-dc-01', exact: true }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'VM agent' }).click()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Enrol this machine' }).click()
  await expect(main.getByText('Run this on the machine now')).toBeVisible()
  // What is built stands there as a line to paste; a server without packages says how they are made.
  await expect(main.getByText(/npm run build-agent|install\.sh/).first()).toBeVisible()
  const token = /vakt_enr_[\w-]{43}/.exec((await main.textContent()) ?? '')?.[0] ?? ''
  const agent = await startAgent(new URL(page.url()).origin, token)
  afterBrowsers.push(agent.end)
  await expect(main.getByRole('heading', { name: 'No agent reports from this resource yet' })).toHaveCount(0, { timeout: 20_000 })
  await expect(main.getByText(/ · Linux$/)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Enrol this machine' })).toHaveCount(0)

  const tab = page.url()
  await main.getByRole('definition').getByRole('link').click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'End agent' }).click()
  await panel.getByRole('button', { name: 'End agent' }).click()
  await expect(page.getByText('The agent is ended.')).toBeVisible()
  await page.goto(tab)
  await expect(main.getByRole('heading', { name: /^The agent was ended on/ })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Enrol this machine' })).toBeVisible()
})

test('staff find the enrolment tokens and templates of a customer from the agents of all', async ({ openAs }) => {
  const page = await openAs('staff', '/admin/agents?customerId=1001')
  for (const [place, address] of [
    ['Enrolment tokens', '/my-environment/1001/agents/tokens'],
    ['Templates', '/my-environment/1001/agents/templates'],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: place }).click()
    await expect(page).toHaveURL((url) => url.pathname === address)
    await page.goBack()
  }
})

test('a template for machines by tag is rolled out by stages, and a machine leaves out one of its entries and changes another', async ({
  startOwnVakt,
}) => {
  test.setTimeout(120_000)
  const page = await (await startOwnVakt()).openPage()
  await signIn(page, 'admin', '/my-environment/1001/agents/templates')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'New template' }).click()
  await main.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Night jobs')
  await main.getByRole('textbox', { name: 'Tags' }).fill('application=webshop')
  await page.keyboard.press('Enter')
  await expect(main.getByText(/machines? match(es)? these filters\. Patterns are tried/)).toBeVisible()
  const patterns = main.getByRole('group', { name: 'Monitored services' })
  await patterns.getByRole('textbox').fill('(unclosed')
  await expect(main.getByText('(unclosed is not a pattern that can be used.')).toBeVisible()
  await patterns.getByRole('textbox').fill('^ssh')
  await expect(main.getByRole('status').filter({ hasText: /^[1-9]\d* monitored, / })).toBeVisible()
  const addShop = async (address: string) => {
    await main.getByRole('button', { name: 'Add URL' }).click()
    const rows = main.getByRole('group', { name: 'URLs' })
    await rows.getByRole('textbox', { name: 'Name' }).fill('Shop')
    await rows.getByRole('textbox', { name: 'Address' }).fill(address)
  }
  await addShop('https://shop.example/health')
  await main.getByRole('button', { name: 'Save' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Rolling out to 1%')).toBeVisible()
  // The first stage is one machine.
  const machine = panel.getByRole('list').getByRole('link').first()
  await expect(machine).toBeVisible({ timeout: 30_000 })
  await machine.click()
  await expect(main.getByRole('region', { name: 'Services' })).toContainText('^ssh')
  await expect(main.getByRole('region', { name: 'Services' })).toContainText('from Night jobs')
  const entry = main.getByRole('region', { name: 'Services' }).getByRole('listitem').filter({ hasText: 'from Night jobs' })
  await entry.getByRole('button', { name: 'Leave out here' }).click()
  await expect(main.getByRole('region', { name: 'Services' })).toContainText('of Night jobs, left out here')
  await main.getByRole('link', { name: 'Edit URLs' }).click()
  await addShop('https://shop.example/here')
  await main.getByRole('button', { name: 'Save' }).click()
  const addresses = main.getByRole('region', { name: 'URLs' })
  await expect(addresses).toContainText('https://shop.example/here, every 5 minutes instead of that of Night jobs')
  await expect(addresses).not.toContainText('https://shop.example/health')
})
