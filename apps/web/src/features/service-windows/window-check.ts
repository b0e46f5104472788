import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { checkRecurrence } from '@vakt/domain/recurrence.ts'
import { checkWindowSchedule } from '@vakt/domain/service-windows/window-schedule.ts'
import { useMemo } from 'react'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { findCronProblem } from './cron-problem.ts'
import { windowFormTexts } from './window-form.texts.ts'
import { windowMessageTexts } from './window-messages.texts.ts'
import { durationOf, type WindowValues } from './window-values.ts'

type Problems = Partial<Record<keyof WindowValues & string, string>>

/** What is wrong with when it starts and how long it lasts together, as the server will say it; null where nothing is, or nothing was changed. */
function findTimeProblem({ schedule, durationMinutes }: WindowValues, before: ServiceWindow | null) {
  if (!durationMinutes || checkRecurrence(schedule) !== null) return null
  const durationInSeconds = durationOf(durationMinutes, before)
  const isSame = before?.durationInSeconds === durationInSeconds && JSON.stringify(before.schedule) === JSON.stringify(schedule)
  if (isSame) return null
  const now = before?.ongoing ? new Date(before.ongoing.startsAt) : new Date(serverNow())
  return checkWindowSchedule({ schedule, durationInSeconds }, now)[0] ?? null
}

/**
 * What is wrong with several fields together, and what needs the value in its sentence. `before` is the window that is edited, null for a
 * new one.
 */
export function useWindowCheck(before: ServiceWindow | null): (values: WindowValues) => Problems {
  const words = useTexts(windowFormTexts)
  const messages: Record<string, string | undefined> = useTexts(windowMessageTexts)
  return useMemo(
    () => (values) => {
      const { schedule, cover, entities, resourceGroups, tags, relatedTickets, customers } = values
      const problems: Problems = {}
      const ofTime = findTimeProblem(values, before)
      if (ofTime)
        problems[ofTime.property === 'durationInSeconds' ? 'durationMinutes' : 'schedule'] = messages[ofTime.key] ?? ofTime.message
      const cron = findCronProblem(schedule)
      if (cron)
        problems.schedule =
          'fields' in cron
            ? words.cronFields(cron.fields)
            : words.cronField(words.cronNames[cron.field], cron.value, words.cronRight[cron.field])
      const chosen = resourceGroups.length + tags.length + (customers.length > 1 ? 0 : entities.length)
      if (cover === 'some' && chosen === 0) problems.cover = words.coverNothing
      if (tags.some((tag) => tag.indexOf('=') < 1)) problems.tags = words.tagInvalid
      if (relatedTickets.length > 1) problems.relatedTickets = words.oneTicket
      return problems
    },
    [words, messages, before],
  )
}
