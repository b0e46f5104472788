import type { Page } from '@playwright/test'
import { heading } from './screens.ts'
import { newCondition, notify, titleOf } from './signals.ts'
import { expect, test } from './story.ts'

const entity = 'vm-dc-02'

/** Every call of the page to the API from now on. */
function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/v1/') && calls.push(request.url()))
  return calls
}

test('an alert that fires is seen at once by its customer alone, and so is its end', async ({ openAs, request }) => {
  const dashboard = await openAs('admin', '/dashboard')
  const alerts = await openAs('admin', '/alert-overview')
  const tickets = await openAs('admin', '/tickets/1001')
  const elsewhere = await openAs('fjallboAdmin', '/dashboard')
  // They come last, and nothing to be seen says that they are there.
  const last = [/\/entity\/count/, /\/api\/v1\/live/].map((address) => elsewhere.waitForResponse(address))
  await elsewhere.reload()
  await Promise.all(last)
  await expect(elsewhere.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(elsewhere.getByRole('figure')).toBeVisible()
  await expect(alerts.getByRole('table', { name: 'Alert overview' })).toBeVisible()
  await expect(tickets.getByRole('table', { name: 'Tickets' })).toBeVisible()
  const group = dashboard.getByRole('button', { name: /^\d+ critical, identity/ }).first()
  const conclusionElsewhere = (await heading(elsewhere).textContent()) ?? ''
  const callsElsewhere = recordCalls(elsewhere)

  const condition = newCondition(entity)
  await notify(request, 'firing', condition)

  const openNow = dashboard.getByRole('link', { name: titleOf(condition) }).first()
  await test.step('the dashboard shows it among the open incidents and in its group', async () => {
    await expect(openNow).toBeVisible()
    await expect(heading(dashboard)).toContainText(/^\d+ open incidents?, \d+ critical/)
    await group.click()
    const incident = dashboard.getByRole('region', { name: /^Open incidents, identity/ }).getByRole('listitem')
    await expect(incident.filter({ hasText: condition.name })).toBeVisible()
  })

  const row = alerts.getByRole('row').filter({ hasText: condition.name })
  const details = alerts.getByRole('complementary', { name: 'Alert details' })
  const opener = row.getByRole('link', { name: condition.name })
  await test.step('the alert opens by the keyboard and gives the focus back', async () => {
    await expect(row.getByRole('cell', { name: 'Critical' })).toBeVisible()
    await opener.press('Enter')
    await expect(details.getByRole('heading', { name: condition.name })).toBeVisible()
    await expect(details).toContainText('Incident opened')
    await alerts.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('its links lead to the entity and to the ticket', async () => {
    await opener.press('Enter')
    await details.getByRole('link', { name: entity }).first().click()
    await expect(heading(alerts)).toHaveText(entity)
    await expect(alerts.getByRole('listitem').filter({ hasText: condition.name })).toBeVisible()
    await alerts.goBack()
    // Where the pointer rests the preview of the entity would open over the next link.
    await alerts.mouse.move(0, 0)
    await details
      .getByRole('link', { name: /^#\d+$/ })
      .first()
      .click()
    await expect(heading(alerts)).toHaveText(titleOf(condition))
    const why = alerts.getByRole('region', { name: 'Why this ticket was opened' })
    await expect(why).toContainText('Opened by')
    await expect(why.getByRole('link', { name: 'Incident' })).toHaveAttribute('href', /^\/incidents\/1001\/\d+$/)
    await why.getByRole('button', { name: 'Why' }).click()
    await expect(why).toContainText('Incident opened')
  })

  await test.step('the list of tickets has it', async () => {
    await expect(tickets.getByRole('link', { name: titleOf(condition) })).toBeVisible()
  })

  await test.step('its end resolves the alert and the ticket', async () => {
    await notify(request, 'resolved', condition)
    const conversation = alerts.getByRole('listitem')
    const comment = 'The condition has cleared. No one had started on the ticket, so it is resolved.'
    await expect(conversation.filter({ hasText: comment })).toBeVisible()
    await expect(alerts.getByRole('complementary').getByText('Resolved').filter({ visible: true }).first()).toBeVisible()
    await alerts.goto('/alert-overview?state=resolved')
    await expect(row.getByRole('cell', { name: 'Resolved' })).toBeVisible()
    await expect(openNow).toBeHidden()
    await expect(tickets.getByRole('link', { name: titleOf(condition) })).toBeHidden()
  })

  await test.step('the other customer saw nothing of it', async () => {
    // Others are made by the clock, and these some seconds after the stream is open, whatever happened.
    const aboutAlerts = /\/(alert|incident|ticket|entity)\b(?!\/(overview|dashboard-changes)$)/
    expect(callsElsewhere.filter((url) => aboutAlerts.test(url))).toEqual([])
    await expect(heading(elsewhere)).toHaveText(conclusionElsewhere)
    expect(await elsewhere.content()).not.toContain(condition.name)
  })
})

test('what no entity matches is shown as unmatched', async ({ openAs, request }) => {
  const dashboard = await openAs('admin', '/dashboard')
  await expect(heading(dashboard)).toContainText(/open incident|All good/)
  const condition = newCondition(`unknown-host-${Date.now()}`)
  await notify(request, 'firing', condition)
  await expect(dashboard.getByRole('link', { name: titleOf(condition) }).first()).toBeVisible()
  await dashboard.getByRole('button', { name: 'No matching resource', exact: true }).click()
  const open = dashboard.getByRole('region', { name: 'Open incidents, No matching resource' })
  await expect(open.getByRole('listitem').filter({ hasText: condition.name })).toBeVisible()

  const alerts = await openAs('admin', '/alert-overview')
  const row = alerts.getByRole('row').filter({ hasText: condition.name })
  await expect(row).toContainText(condition.instance)
  await row.getByRole('link', { name: condition.name }).click()
  await expect(alerts.getByRole('complementary', { name: 'Alert details' })).toContainText('No resource matched what the source named')
  const details = alerts.getByRole('complementary', { name: 'Alert details' })
  await details.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(details).toContainText(/acknowledged by/)
  await notify(request, 'resolved', condition)
  await expect(row).toBeHidden()
  await expect(details).toContainText('Resolved')
})
