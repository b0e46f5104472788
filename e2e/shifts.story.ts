import pg from 'pg'
import { connectionOf } from '#server/testing/run-vakt.ts'
import { addColleague } from './add-colleague.ts'
import { readTokens } from './sign-in.ts'
import { expect, test } from './story.ts'

const hour = 3_600_000

test('a shift is offered to a colleague, and one that a colleague offers is taken: schedule and timeline show who is on call', async ({
  openAs,
}) => {
  const page = await openAs('staff', '/settings/shifts')
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const people = (await (await page.request.get('/api/v1/admin/on-call-people', { headers })).json()).result
  const karin: string = people.find(({ name }: { name: string }) => name === 'Karin Lindqvist')?.userId
  const unique = crypto.randomUUID().slice(0, 8)
  const database = new pg.Client(connectionOf(process.env.VAKT_DATA_FOLDER ?? ''))
  await database.connect()
  const colleague = `Oskar ${unique}`
  const oskar = await addColleague(database, colleague)
  const createSchedule = async (name: string, userId: string): Promise<string> => {
    const layers = [{ startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks', hours: null, people: [userId] }]
    const answer = await page.request.post('/api/v1/admin/on-call', { headers, data: { name, timeZone: 'Europe/Stockholm', layers } })
    return (await answer.json()).result.scheduleId
  }
  const [own, other] = [`Own ${unique}`, `Other ${unique}`]
  const schedules = [await createSchedule(own, karin), await createSchedule(other, oskar)]

  await page.reload()
  const shifts = page.getByRole('region', { name: 'Coming shifts' }).getByRole('listitem')
  const swaps = page.getByRole('region', { name: 'Swaps' }).getByRole('listitem')
  await expect(shifts.filter({ hasText: own })).toContainText('no handover in the next 60 days')
  await shifts
    .filter({ hasText: own })
    .getByRole('button', { name: /to a colleague/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Offer a shift to a colleague' })
  await dialog.getByRole('combobox', { name: 'Colleague' }).selectOption(colleague)
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await expect(swaps.filter({ hasText: own })).toContainText(`You asked ${colleague} to take this shift`)
  await expect(shifts.filter({ hasText: own })).toContainText(`offered to ${colleague}`)

  // There is one demo account of staff: what the colleague asks is there already.
  await database.query(
    `insert into on_call_swap (customer_id, schedule_id, asker_id, asked_id, starts_at, ends_at, note, asked_at)
     select customer_id, schedule_id, $2, $3, now(), $4, 'Dentist', now() from on_call_schedule where schedule_id = $1`,
    [schedules[1], oskar, karin, new Date(Date.now() + 8 * hour)],
  )
  await page.reload()
  const asked = swaps.filter({ hasText: other })
  await expect(asked).toContainText(`${colleague} asks you to take this shift`)
  await expect(asked).toContainText('Dentist')
  await asked.getByRole('button', { name: /^Accept/ }).click()
  await expect(asked).toContainText('accepted')
  await expect(shifts.filter({ hasText: other })).toContainText('override')

  await page.goto('/admin/on-call')
  const schedule = page.getByRole('region', { name: other })
  await expect(schedule.getByText(new RegExp(`^Karin Lindqvist until .*then ${colleague}`))).toBeVisible()
  const timeline = schedule.getByRole('group', { name: `On-call timeline of ${other}` })
  await expect(timeline.getByRole('button', { name: /Karin Lindqvist.*override/ })).toBeVisible()
  // A page that shows a schedule asks for it again when it goes.
  await page.goto('/settings/shifts')
  await expect(shifts.filter({ hasText: own })).toBeVisible()
  for (const id of schedules) await page.request.delete(`/api/v1/admin/on-call/${id}`, { headers })
  await database.query('update app_user set disabled_at = now() where user_id = $1', [oskar])
  await database.end()
})
