import type { Severity } from '@vakt/contract/severity.ts'
import { quietUntil } from '@vakt/domain/contact-rules.ts'
import { findProvider } from '#server/features/customers/find-provider.ts'
import { findPersons, isStaffOf, type Person } from '#server/features/deliveries/recipients.ts'
import { findOnDuty } from '#server/features/on-call/find-on-duty.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readPageStepsForAllCustomers } from './contact-book-table.ts'

/** Whom an escalation that begins at a moment pages first, and the schedules before it in which no one is on call then. */
export type FirstPaged = { paged: string | null; unmanned: string[] }

/** Quiet hours hold what is not critical. */
export const isHeld = ({ quietHours, timeZone }: Person, severity: Severity, at: number): boolean =>
  severity !== 'critical' && quietUntil(quietHours, { now: at, timeZone }) !== null

/** By severity. A step that reaches no one leaves its time to the next, as when the escalation is run. */
export async function createFirstPagedOf(
  transaction: Transaction,
  customerId: string,
  at: number,
): Promise<(severity: Severity) => FirstPaged> {
  const [steps, provider] = [await readPageStepsForAllCustomers(transaction, customerId), await findProvider(transaction)]
  const duties = await findOnDuty(transaction, provider?.customerId ?? '', new Date(at))
  const targets = steps.map(({ scheduleId, userId }) => {
    const duty = scheduleId === null ? undefined : duties.get(scheduleId)
    return { schedule: duty?.name ?? null, userId: duty ? duty.userId : userId }
  })
  const people = await findPersons(
    transaction,
    targets.flatMap(({ userId }) => userId ?? []),
  )
  return (severity) => {
    const unmanned: string[] = []
    for (const { schedule, userId } of targets) {
      const person = people.find((one) => one.userId === userId)
      if (userId === null && schedule !== null) unmanned.push(schedule)
      if (person && !person.isDisabled && isStaffOf(person, customerId) && !isHeld(person, severity, at))
        return { paged: schedule ?? person.name, unmanned }
    }
    return { paged: null, unmanned }
  }
}
