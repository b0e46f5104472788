import type { NewServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { localMoment } from './local-moment.ts'

type Plan = Pick<NewServiceWindow, 'reason' | 'durationInSeconds' | 'needsApproval'> & {
  scope: Partial<NewServiceWindow['scope']>
  schedule: Partial<NewServiceWindow['schedule']> & { startsAt: string }
  minutesBefore: number | null
}

const hour = 3600
const day = 24 * hour

function windowOf({ scope, schedule, minutesBefore, ...own }: Plan, recipient: string): NewServiceWindow {
  return {
    ...own,
    schedule: {
      ...{ timeZone: 'Europe/Stockholm', repeats: 'once', weekdays: [], monthDay: null, cron: '', endsOn: null, endsAfter: null },
      ...schedule,
    },
    scope: { everything: false, entityIds: [], resourceGroups: [], tags: [], metrics: [], ...scope },
    notices: { userIds: [recipient], roles: [], minutesBefore, atStart: true, atEnd: true },
    relatedTicketId: null,
    createTicket: false,
  }
}

/** One that lasts for some days, one of each week, and one that the customer is asked about. `recipient` gets their notices. */
export function planWindows(now: Date, recipient: string): NewServiceWindow[] {
  const at = (days: number, time: string) => `${localMoment(now.getTime() + days * day * 1000).slice(0, 10)}T${time}`
  const plans: Plan[] = [
    {
      ...{ reason: 'Move of the data warehouse to new storage', durationInSeconds: 6 * day, needsApproval: false, minutesBefore: null },
      schedule: { startsAt: localMoment(now.getTime()) },
      scope: { tags: ['application=dataplatform'] },
    },
    {
      ...{ reason: 'Weekly patching of the web servers', durationInSeconds: 2 * hour, needsApproval: false, minutesBefore: 60 },
      schedule: { startsAt: at(1, '22:00'), repeats: 'weekly', weekdays: [3] },
      scope: { resourceGroups: ['rg-webshop-prod'] },
    },
    {
      ...{ reason: 'New version of the cash register database', durationInSeconds: 3 * hour, needsApproval: true, minutesBefore: 120 },
      schedule: { startsAt: at(5, '04:00') },
      scope: { resourceGroups: ['rg-pos-prod'] },
    },
  ]
  return plans.map((plan) => windowOf(plan, recipient))
}
