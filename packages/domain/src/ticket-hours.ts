import { type HoursEntry, type HoursTotals, hourTypes } from '@vakt/contract/tickets/ticket-hours.ts'

/** What was registered in all, and by hour type; types without any are left out. */
export function sumHours(entries: readonly Pick<HoursEntry, 'minutes' | 'hourType' | 'billable'>[]): HoursTotals {
  const sumOf = (chosen: readonly Pick<HoursEntry, 'minutes' | 'billable'>[]) => ({
    billable: chosen.reduce((sum, { minutes, billable }) => sum + (billable ? minutes : 0), 0),
    nonBillable: chosen.reduce((sum, { minutes, billable }) => sum + (billable ? 0 : minutes), 0),
  })
  const byType = hourTypes.flatMap((hourType) => {
    const chosen = entries.filter((entry) => entry.hourType === hourType)
    return chosen.length > 0 ? [{ hourType, ...sumOf(chosen) }] : []
  })
  return { ...sumOf(entries), byType }
}
