import type { CloudOpsCalendar } from '@vakt/contract/cloudops.ts'
import { weekdayName } from '#web/forms/weekdays.ts'

/** `Mon–Fri 08:00–17:00, Sat 10:00–14:00`: days in a row with the same hours stand together. */
export function describeHours({ week }: Pick<CloudOpsCalendar, 'week'>, locale: string): string {
  const runs: { from: number; to: number; hours: string }[] = []
  for (const [day, hours] of week.entries()) {
    if (!hours) continue
    const text = `${hours.opens}–${hours.closes}`
    const last = runs.at(-1)
    if (last && last.to === day - 1 && last.hours === text) last.to = day
    else runs.push({ from: day, to: day, hours: text })
  }
  const name = (day: number) => weekdayName(day, locale, 'short')
  return runs.map(({ from, to, hours }) => `${from === to ? name(from) : `${name(from)}–${name(to)}`} ${hours}`).join(', ')
}
