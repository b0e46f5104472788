import { readTokens, signIn } from './sign-in.ts'
import { expect, test } from './story.ts'

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20" width="80" height="20"><rect width="80" height="20" rx="4" fill="#0b6e4f"/></svg>`

test('an administrator puts in name, logo and colour, which are on the sign-in page, in the portal and in a mail', async ({
  startOwnVakt,
}) => {
  test.setTimeout(150_000)
  const vakt = await startOwnVakt()
  const staff = await vakt.openPage()
  await signIn(staff, 'staff')
  await staff.goto('/admin/branding')
  const colour = (name: string) =>
    staff.evaluate((token) => getComputedStyle(document.documentElement).getPropertyValue(token).trim(), `--vakt-${name}`)
  await staff.getByRole('textbox', { name: 'Name', exact: true }).fill('Nordan Drift')
  await staff.getByRole('textbox', { name: 'Accent colour' }).fill('#ffcc00')
  await expect(staff.getByRole('region', { name: 'Preview' })).toContainText('Your colour has a contrast of 1.5:1 with this page')
  await staff.getByRole('textbox', { name: 'Footer' }).fill('Nordan Drift AB, Stockholm')
  await staff.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) })
  await expect(staff.getByRole('img', { name: 'Logo', exact: true })).toBeVisible()
  await staff.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(staff.getByText('The branding is saved.')).toBeVisible()
  await expect(staff).toHaveTitle('Branding · Nordan Drift')
  await expect(staff.getByRole('navigation').getByRole('link', { name: 'Nordan Drift' }).first()).toBeVisible()
  await expect.poll(() => colour('fill')).not.toBe('#4b4ac9')

  const user = await vakt.openPage()
  await user.goto('/')
  await expect(user).toHaveTitle('Sign in · Nordan Drift')
  await expect(user.getByRole('img', { name: 'Nordan Drift' })).toBeVisible()
  await expect(user.getByText('Powered by Vakt')).toBeVisible()
  await user.getByRole('button', { name: 'Sign in' }).click()
  await expect(user.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  const logoOfSignIn = user.getByRole('img', { name: 'Nordan Drift' })
  await expect.poll(() => logoOfSignIn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect
    .poll(() => user.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()))
    .not.toBe('#4b4ac9')

  const answer = await staff.request.get('/manifest.webmanifest')
  expect((await answer.json()).name).toBe('Nordan Drift')
  const headers = { authorization: `Bearer ${(await readTokens(staff)).accessToken}` }
  const ask = async (path: string) => (await (await staff.request.get(`/api/v1/admin/${path}`, { headers })).json()).result
  const data = { email: 'ny@nordan.example', name: 'Ny Kollega', roles: [] }
  expect((await staff.request.post('/api/v1/admin/customer/1001/invitation', { headers, data })).ok()).toBe(true)
  const [mail] = await ask('outbox?q=ny@nordan.example')
  const { previewPath, text } = await ask(`outbox/${mail.deliveryId}`)
  expect(text).toContain('Nordan Drift AB, Stockholm')
  await staff.goto(previewPath)
  await expect(staff.getByRole('img', { name: 'Nordan Drift' })).toBeVisible()
  await expect(staff.getByText('Nordan Drift AB, Stockholm')).toBeVisible()
})
