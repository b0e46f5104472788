import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getIncidentMailChoices,
  type IncidentMailChoice,
  type IncidentMailChoices,
  incidentMailChoices,
  saveIncidentMailChoices,
} from '@vakt/contract/incidents/incident-contacts.ts'
import { severities } from '@vakt/contract/severity.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import styles from './notifications.module.css'
import { notificationTexts } from './notifications.texts.ts'

const choicesQuery = queryOptions({
  queryKey: ['notifications', 'incident-mail'],
  queryFn: ({ signal }) => call(getIncidentMailChoices, { signal }),
})

function useSaveChoices() {
  const queryClient = useQueryClient()
  const { queryKey } = choicesQuery
  return useMutation({
    mutationFn: (choices: IncidentMailChoices) => call(saveIncidentMailChoices, { body: { choices } }),
    onMutate: async (choices) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before) queryClient.setQueryData(queryKey, { ...before, choices })
      return before
    },
    onError: (_error, _choices, before) => queryClient.setQueryData(queryKey, before),
  })
}

/** Of which severities someone is mailed about incidents: as their contacts say, always or never. */
export function IncidentMailPart() {
  const { incidentMail: words, preferences } = useTexts(notificationTexts)
  const levels = useTexts(severityTexts)
  const { data, error, refetch } = useQuery(choicesQuery)
  const save = useSaveChoices()
  if (error && !data) return <ErrorState title={words.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={4} />
  const choose = (choices: IncidentMailChoices) =>
    save.mutate(choices, { onSuccess: () => showToast(preferences.saved, 'success'), onError: failureToast(preferences.notSaved) })
  const labelOf = (choice: IncidentMailChoice, isTold: boolean) =>
    choice === 'as_set' ? (isTold ? words.asSetMailed : words.asSetNot) : words[choice]
  return (
    <section className={styles.incidentMail} aria-labelledby="incident-mail">
      <h2 id="incident-mail">{words.title}</h2>
      <p className={styles.about}>{words.about}</p>
      {severities.map((severity) => (
        <label key={severity} className={styles.severity}>
          <span>{levels[severity]}</span>
          <select
            value={data.choices[severity]}
            onChange={({ currentTarget }) => choose({ ...data.choices, [severity]: currentTarget.value as IncidentMailChoice })}
          >
            {incidentMailChoices.map((choice) => (
              <option key={choice} value={choice}>
                {labelOf(choice, data.asSet.includes(severity))}
              </option>
            ))}
          </select>
        </label>
      ))}
    </section>
  )
}
