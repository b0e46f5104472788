import { randomUUID } from 'node:crypto'
import { provider } from '#server/features/demo/demo-customers.ts'
import { staff } from './matrix-accounts.ts'
import type { MatrixApp } from './matrix-app.ts'
import { bodies, bodyOf, calendarBody } from './matrix-bodies.ts'
import type { Ids } from './matrix-ids.ts'

/** Makes what calls about on-call, the team and calendars need. */
export function createOnCallContent({ owner, request }: MatrixApp) {
  async function readStaffId(): Promise<string> {
    const { rows } = await owner.query<{ userId: string }>(
      'select user_id as "userId" from app_user where customer_id = $1 and email = $2',
      [provider, staff.user?.email],
    )
    return rows[0]?.userId ?? ''
  }

  /** In the state that the call needs, with an override to come. */
  async function makeSchedule(forCall = ''): Promise<{ scheduleId: string; overrideId: string; staffId: string }> {
    const path = '/api/v1/admin/on-call'
    const staffId = await readStaffId()
    const { scheduleId } = (await request(staff, 'POST', path, bodies.createOnCallSchedule)).json.result
    const override = bodyOf('createOnCallOverride', { staffId })
    const { overrideId } = (await request(staff, 'POST', `${path}/${scheduleId}/override`, override)).json.result
    if (forCall === 'restoreOnCallSchedule') await request(staff, 'DELETE', `${path}/${scheduleId}`)
    return { scheduleId, overrideId, staffId }
  }

  /** Of a shift of the member of staff to a colleague, who comes after them by name, or the other way where it is to be answered. */
  async function makeSwap(forCall = ''): Promise<Pick<Ids, 'swapId' | 'colleagueId' | 'scheduleId'>> {
    const staffId = await readStaffId()
    const { rows } = await owner.query<{ userId: string }>(
      `insert into app_user (customer_id, issuer, subject, name, email) values ($1, 'i', $2, 'zara', 'colleague@vakt.example')
       returning user_id as "userId"`,
      [provider, randomUUID()],
    )
    const colleagueId = rows[0]?.userId ?? ''
    const [asker, asked] = forCall === 'answerSwap' ? [colleagueId, staffId] : [staffId, colleagueId]
    const schedule = bodies.createOnCallSchedule as { layers: object[] }
    const body = { ...schedule, layers: schedule.layers.map((layer) => ({ ...layer, people: [asker] })) }
    const { scheduleId } = (await request(staff, 'POST', '/api/v1/admin/on-call', body)).json.result
    const made = await owner.query<{ swapId: string }>(
      `insert into on_call_swap (customer_id, schedule_id, asker_id, asked_id, starts_at, ends_at, note, asked_at)
       values ($1, $2, $3, $4, now() + interval '3 hours', now() + interval '4 hours', '', now()) returning swap_id as "swapId"`,
      [provider, scheduleId, asker, asked],
    )
    return { swapId: made.rows[0]?.swapId ?? '', colleagueId, scheduleId }
  }

  /** In the state that the call needs; not the default one, so that it can be removed. */
  async function makePolicy(forCall = ''): Promise<{ policyId: string; staffId: string }> {
    const path = '/api/v1/admin/escalation-policy'
    const staffId = await readStaffId()
    const body = bodyOf('createEscalationPolicy', { staffId })
    await request(staff, 'POST', path, body)
    const { policyId } = (await request(staff, 'POST', path, body)).json.result
    if (forCall === 'restoreEscalationPolicy') await request(staff, 'DELETE', `${path}/${policyId}`)
    return { policyId, staffId }
  }

  async function makeTeamMember(forCall = ''): Promise<{ teamMemberId: string; staffId: string }> {
    const path = '/api/v1/admin/team'
    const staffId = await readStaffId()
    const { teamMemberId } = (await request(staff, 'POST', path, bodyOf('createTeamMember', { staffId }))).json.result
    if (forCall === 'restoreTeamMember') await request(staff, 'DELETE', `${path}/${teamMemberId}`)
    return { teamMemberId, staffId }
  }

  async function makeCalendar(): Promise<string> {
    return (await request(staff, 'POST', '/api/v1/admin/service-level/calendar', calendarBody)).json.result.calendarId
  }

  return {
    readStaffId,
    makeSchedule,
    makeSwap,
    makePolicy,
    makeTeamMember,
    makeCalendar,
  }
}
