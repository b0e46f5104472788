import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { customerChoiceAccess } from '@vakt/contract/features.ts'
import { type WindowPreview as Preview, previewServiceWindow } from '@vakt/contract/service-windows/service-window-occurrences.ts'
import { checkRecurrence } from '@vakt/domain/recurrence.ts'
import { useEffect, useState } from 'react'
import type { Form } from '#web/forms/create-form.ts'
import { useFormState } from '#web/forms/use-form.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { groupNameOf, isChosen } from '#web/shared/customers/customer-groups.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { incidentPath } from '#web/shared/links/paths.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { scopeTexts } from './scope.texts.ts'
import { useScheduleText } from './use-schedule-text.ts'
import { CoveredNames, NextStarts, useStartsTitle } from './window-cover.tsx'
import styles from './window-form.module.css'
import { windowFormTexts } from './window-form.texts.ts'
import { windowMessageTexts } from './window-messages.texts.ts'
import { describeScope } from './window-scope.ts'
import { scopeOf, type WindowValues } from './window-values.ts'

const settleMs = 400

/** What is asked once nothing was changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}

function questionOf(values: WindowValues) {
  const { schedule, durationMinutes } = values
  if (!durationMinutes || checkRecurrence(schedule) !== null) return null
  const scope = scopeOf(values)
  const isEmpty = !scope.everything && scope.entityIds.length + scope.resourceGroups.length + scope.tags.length === 0
  return {
    schedule,
    durationInSeconds: durationMinutes * 60,
    scope: isEmpty || scope.tags.some((tag) => tag.indexOf('=') < 1) ? null : scope,
  }
}

/** What the window means as it stands in the form: what it holds, its next ten starts in local time, and what it would cover now. */
export function WindowPreview({ customerId, form }: { customerId: string; form: Form<WindowValues> }) {
  const words = useTexts(windowFormTexts)
  const scopeWords = useTexts(scopeTexts)
  const format = useFormat()
  const { name } = useShownCustomer()
  const session = useSession()
  const byStaff = isStaff(session) && session.can(customerChoiceAccess)
  const customers = useQuery({ ...customerStatesQuery, enabled: byStaff }).data?.customers ?? []
  const { values } = useFormState(form)
  const question = useSettled(questionOf(values))
  const members = customers.filter((one) => isChosen(one, values.customers))
  const groups = values.customers.flatMap((one) => groupNameOf(one) ?? [])
  const ofCustomer = values.customers.find((one) => groupNameOf(one) === undefined) ?? members[0]?.customerId ?? customerId
  const query = useQuery({
    queryKey: ['service-windows', ofCustomer, 'preview', question],
    queryFn: ({ signal }) =>
      call(previewServiceWindow, { params: { customerId: ofCustomer }, body: question as NonNullable<typeof question>, signal }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
  })
  const nameOf = (id: string) => (id === customerId ? name : (customers.find((one) => one.customerId === id)?.name ?? id))
  const all =
    groups.length > 0
      ? [...new Set([...members.map(({ customerId: id }) => id), ...values.customers.filter((one) => groupNameOf(one) === undefined)])]
      : values.customers
  const ofWhom = new Intl.ListFormat(format.locale).format(all.map(nameOf))
  const scope = scopeOf(values)
  const what = describeScope(scope, values.entities, scopeWords, format.locale)
  return (
    <aside className={styles.preview} aria-label={words.summary}>
      <h2>{words.summary}</h2>
      <p>{what === scopeWords.nothingYet ? words.holdsNothing : all.length === 0 ? words.holdsNoOne : words.holds(what, ofWhom)}</p>
      {groups.length > 0 ? <p>{words.followsGroups}</p> : null}
      {question === null ? (
        <p className={styles.dim}>{words.incomplete}</p>
      ) : query.data ? (
        <Meaning customerId={ofCustomer} preview={query.data} values={values} isCovering={question.scope !== null} />
      ) : query.isError ? (
        <PreviewFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
    </aside>
  )
}

/** What is wrong with the window, where that is why there is no preview. */
function PreviewFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const words = useTexts(windowFormTexts)
  const messages: Record<string, string | undefined> = useTexts(windowMessageTexts)
  const reasons = error instanceof ApiError && error.status === 400 ? error.errors : []
  if (reasons.length === 0) return <ErrorState title={words.previewFailed} error={error} onRetry={onRetry} />
  return (
    <div role="status">
      <p>{words.notYet}</p>
      <ul className={styles.names}>
        {reasons.map(({ property, message, message_translation_key: key }) => (
          <li key={`${property} ${key}`}>{messages[key ?? ''] ?? message}</li>
        ))}
      </ul>
    </div>
  )
}

type MeaningProps = { customerId: string; preview: Preview; values: WindowValues; isCovering: boolean }

function Meaning({ customerId, preview, values, isCovering }: MeaningProps) {
  const words = useTexts(windowFormTexts)
  const format = useFormat()
  const scheduleText = useScheduleText()
  const { starts, entities, covered, openIncidents, withOpenIncidents } = preview
  const duration = format.duration(values.durationMinutes ?? 0, 'exact')
  const isOnce = values.schedule.repeats === 'once'
  const startsTitle = useStartsTitle(isOnce)
  return (
    <>
      <p>
        {scheduleText(values.schedule, preview.cronDescription)}. {isOnce ? words.lastsOnce(duration) : words.lasts(duration)}
      </p>
      {isCovering ? (
        <div role="status">
          <h3>{entities > 0 ? words.coversNow(entities) : words.coversNone}</h3>
          <CoveredNames {...{ customerId, entities, covered }} />
          {openIncidents > 0 ? (
            <>
              <h3>{words.openNow(openIncidents)}</h3>
              <p className={styles.dim}>{words.openNowText}</p>
              <ul className={styles.names}>
                {withOpenIncidents.map(({ incidentId, name }) => (
                  <li key={incidentId}>
                    <PlainLink href={incidentPath(customerId, incidentId)}>{name}</PlainLink>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
      ) : null}
      <div>
        <h3>{startsTitle}</h3>
        <NextStarts starts={starts} covers={isCovering && !isOnce ? entities : undefined} />
      </div>
    </>
  )
}
