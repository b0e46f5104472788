import type { NewOnCallSchedule } from '@vakt/contract/on-call/on-call.ts'
import { localMoment } from './local-moment.ts'

type People = { karin: string; oskar: string; linnea: string; daniel: string }

const day = 86_400_000
const office = { opens: '08:00', closes: '17:00' }

/** By which the schedules that the demo made are known when it is removed. */
export const demoScheduleNames = ['Operations, around the clock', 'Databases, office hours']

/** A week each around the clock, and one for the databases in office hours. */
export function planSchedules({ karin, oskar, linnea, daniel }: People, now: Date): NewOnCallSchedule[] {
  const weekday = (new Date(now).getUTCDay() + 6) % 7
  const monday = `${localMoment(now.getTime() - (weekday + 7) * day).slice(0, 10)}T08:00`
  const [operations = '', databases = ''] = demoScheduleNames
  return [
    {
      ...{ name: operations, timeZone: 'Europe/Stockholm' },
      layers: [{ startsAt: monday, every: 1, unit: 'weeks', hours: null, people: [karin, oskar, linnea, daniel] }],
    },
    {
      ...{ name: databases, timeZone: 'Europe/Stockholm' },
      layers: [
        { startsAt: monday, every: 1, unit: 'days', hours: [office, office, office, office, office, null, null], people: [linnea, daniel] },
      ],
    },
  ]
}
