import { powerBiFrame, startPowerBiServer } from '#server/testing/power-bi-server.ts'
import { heading } from './screens.ts'
import { signIn } from './sign-in.ts'
import { expect, test } from './story.ts'

const [workspaceId, reportId] = ['5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11', 'a1b2c3d4-8f0c-4a37-9a71-3d1f1d8e0c22']

test('staff let a customer open a report of Power BI; its token is renewed, and a refusal says so', async ({
  startOwnVakt,
  afterBrowsers,
  expectError,
}) => {
  test.setTimeout(150_000)
  expectError(/status of (502|403|404)/)
  const powerBi = await startPowerBiServer()
  afterBrowsers.push(async () => void (await powerBi.close()))
  const { login, api, tenantId, clientId, secret } = powerBi.settings
  powerBi.embedUrl = `https://app.powerbi.com/reportEmbed?reportId=${reportId}`
  const vakt = await startOwnVakt({
    ...{ AZURE_LOGIN_URL: login, POWERBI_API_URL: api },
    ...{ POWERBI_TENANT: tenantId, POWERBI_CLIENT_ID: clientId, POWERBI_CLIENT_SECRET: secret },
  })
  const staff = await vakt.openPage()
  await signIn(staff, 'staff')
  await staff.goto('/reports/1001')
  await staff.getByRole('button', { name: 'Add a Power BI report' }).click()
  const form = staff.getByRole('form', { name: 'Add a Power BI report' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Cost by team')
  await form.getByRole('textbox', { name: 'Workspace id' }).fill('my workspace')
  await form.getByRole('textbox', { name: 'Report id' }).fill(reportId)
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form).toContainText('Write an id such as')
  await form.getByRole('textbox', { name: 'Workspace id' }).fill(workspaceId)
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(staff.getByText('The report is added')).toBeVisible()

  // As an hour that is two minutes long: a token is renewed two minutes before it expires.
  powerBi.tokenMs = 125_000
  const reader = await vakt.openPage()
  // The client of Power BI takes frames of Microsoft alone.
  await reader.route('https://app.powerbi.com/**', (route) => route.fulfill({ contentType: 'text/html', body: powerBiFrame }))
  await signIn(reader, 'reader')
  await reader.goto('/reports/1001')
  await reader.getByRole('link', { name: 'Cost by team' }).click()
  await expect(heading(reader)).toHaveText('Cost by team')
  const frame = reader.frameLocator('iframe[title="Cost by team"]')
  const token = frame.locator('#token')
  await expect(token).toHaveText(/^embed-\d+$/)
  await expect(frame.locator('#settings')).toContainText('"language":"en"')
  // It is renewed every five seconds: which one is seen first depends on the machine.
  await expect(token).not.toHaveText((await token.textContent()) ?? '', { timeout: 20_000 })
  await expect(token).toHaveText(/^embed-\d+$/)
  await expect(reader.getByText('Loading the report from Power BI…')).toHaveCount(0)

  powerBi.answer = { status: 429, body: { error: { code: 'TooManyRequests' } } }
  await expect(reader.getByText('The report could not be renewed.')).toBeVisible({ timeout: 20_000 })
  await expect(token).toHaveText(/embed-\d+/)
  await reader.reload()
  await expect(heading(reader)).toHaveText('Could not generate token for PowerBI')
  await expect(reader.getByText('TooManyRequests')).toHaveCount(0)
  powerBi.answer = null
  // The page asks again by itself, too, and may be the first.
  const again = reader.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 2_000 })
    await expect(token).toHaveText(/embed-\d+/, { timeout: 5_000 })
  }).toPass()

  await staff.reload()
  await expect(staff.getByRole('link', { name: /Cost by team/ })).toContainText('Last opened by')
  await staff.getByRole('button', { name: 'Remove Cost by team' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(staff.getByText('The report is removed')).toBeVisible()
})
