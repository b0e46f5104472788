import { idFromText } from './demo-entity.ts'
import type { StepOfTicket } from './ticket-draft.ts'

const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', dateStyle: 'short', timeStyle: 'short' })

/** By the hour at which it was done, and the day of the week. */
function hourTypeOf(at: number): { date: string; hourType: 'normal' | 'overtime' | 'double_overtime' } {
  const [date = '', time = ''] = parts.format(at).split(' ')
  const weekday = new Date(date).getUTCDay()
  if (weekday === 0 || weekday === 6) return { date, hourType: 'double_overtime' }
  return { date, hourType: time >= '07:00' && time < '18:00' ? 'normal' : 'overtime' }
}

/** The time that someone of the provider registered. What is broken is fixed within the service; what is wished for is billed. */
export function hourRowsOf({ draft, ticketId, step }: StepOfTicket): Record<string, unknown>[] {
  if (!step.time || !step.by) return []
  const { date, hourType } = hourTypeOf(step.at)
  const [minutes, note] = step.time
  return [
    {
      customer_id: draft.customerId,
      ticket_id: ticketId,
      note,
      minutes,
      worked_on: date,
      hour_type: hourType,
      billable: draft.type !== 'incident',
      author_id: idFromText(step.by.id),
      author_name: step.by.name,
      version: 1,
      created_at: new Date(step.at),
    },
  ]
}
