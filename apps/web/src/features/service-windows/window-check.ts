import { useMemo } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { findCronProblem } from './cron-problem.ts'
import { windowFormTexts } from './window-form.texts.ts'
import type { WindowValues } from './window-values.ts'

type Problems = Partial<Record<keyof WindowValues & string, string>>

/** What is wrong with several fields together, and what needs the value in its sentence. */
export function useWindowCheck(): (values: WindowValues) => Problems {
  const words = useTexts(windowFormTexts)
  return useMemo(
    () =>
      ({ schedule, cover, entities, resourceGroups, tags, relatedTickets, customers }) => {
        const problems: Problems = {}
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
    [words],
  )
}
