import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { overviewAccess } from '@vakt/contract/features.ts'
import { type Incident, listIncidents } from '@vakt/contract/incidents/incidents.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { type DryStep, dryRunProcess } from '@vakt/contract/processes/process-runs.ts'
import { describeAction, describeValue, type NamesById } from '@vakt/domain/processes/describe-action.ts'
import { useId, useState } from 'react'
import { call } from '#web/platform/api.ts'
import { type Format, useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import styles from './dry-run.module.css'
import { dryRunTexts } from './dry-run.texts.ts'
import { actionOf, type ProcessValues } from './process-values.ts'

type DryRunProps = {
  customerId: string
  /** Null: any incident of the customer. */
  entityId: string | null
  values: ProcessValues
  /** Of on-call schedules and channels. */
  names: NamesById
}

type Tried = { actions: ProcessAction[]; result: ResultOf<typeof dryRunProcess> }

const incidentsQuery = (customerId: string, entityId: string | null) =>
  queryOptions({
    queryKey: ['incidents', customerId, 'list', 'dry-run', entityId],
    queryFn: ({ signal }) =>
      call(listIncidents, { params: { customerId }, query: { limit: 50, ...(entityId === null ? {} : { entityId }) }, signal }),
  })

/** What each step of the process as it is written would do now on a chosen incident, card by card. */
export function DryRun({ customerId, entityId, values, names }: DryRunProps) {
  const words = useTexts(dryRunTexts)
  const format = useFormat()
  const select = useId()
  const { can } = useShownCustomer()
  const maySee = can(overviewAccess)
  const incidents = useQuery({ ...incidentsQuery(customerId, entityId), enabled: maySee })
  const [incidentId, setIncidentId] = useState('')
  const actions = (values.actions ?? []).map(actionOf)
  const run = useMutation({
    mutationFn: async (): Promise<Tried> => ({
      actions,
      result: await call(dryRunProcess, { params: { customerId }, body: { incidentId, name: values.name, actions } }),
    }),
  })
  if (!maySee) return null
  const rows = incidents.data?.result ?? []
  const isStale = run.data !== undefined && JSON.stringify(run.data.actions) !== JSON.stringify(actions)
  return (
    <section className={styles.panel} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={styles.dim}>{words.help}</p>
      {incidents.isError && rows.length === 0 ? (
        <ErrorState title={words.incidentsFailed} error={incidents.error} onRetry={() => void incidents.refetch()} />
      ) : incidents.data && rows.length === 0 ? (
        <p className={styles.dim}>{words.noIncidents}</p>
      ) : (
        <div className={styles.choice}>
          <label htmlFor={select}>{words.incident}</label>
          <select
            id={select}
            className={styles.select}
            value={incidentId}
            onChange={({ currentTarget }) => {
              run.reset()
              setIncidentId(currentTarget.value)
            }}
          >
            <option value="">{words.choose}</option>
            {rows.map((incident) => (
              <option key={incident.incidentId} value={incident.incidentId}>
                {labelOf(incident, format, words.resolved)}
              </option>
            ))}
          </select>
          <Button
            variant="default"
            loading={run.isPending}
            disabled={incidentId === '' || actions.length === 0}
            onClick={() => run.mutate()}
          >
            {run.data ? words.again : words.run}
          </Button>
        </div>
      )}
      {actions.length === 0 ? <p className={styles.dim}>{words.noSteps}</p> : null}
      <div role="status">
        {run.isError ? <p className={styles.failed}>{failureText(run.error, words)}</p> : null}
        {isStale ? <p className={styles.notice}>{words.stale}</p> : null}
        {run.data?.result.heldUntil ? <p className={styles.notice}>{words.held(format.exact(run.data.result.heldUntil))}</p> : null}
      </div>
      {run.data ? (
        <ol className={styles.steps} data-stale={isStale || undefined}>
          {run.data.result.steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            <DryRunStep key={index} number={index + 1} step={step} action={run.data.actions[index]} names={names} />
          ))}
        </ol>
      ) : null}
    </section>
  )
}

const labelOf = ({ title, openedAt, state }: Incident, format: Format, resolved: string) =>
  `${title} · ${format.exact(openedAt)}${state === 'resolved' ? ` · ${resolved}` : ''}`

type DryRunStepProps = { number: number; step: DryStep; action: ProcessAction | undefined; names: NamesById }

function DryRunStep({ number, step, action, names }: DryRunStepProps) {
  const words = useTexts(dryRunTexts)
  const language = useLanguage()
  const format = useFormat()
  const ends = new Date(Date.parse(step.at) + (step.minutes ?? 0) * 60_000).toISOString()
  const write = (value: string) => describeValue(step.type, value, language)
  const people = step.recipients.map(({ name, address, problem }) => {
    const who = name && name !== address ? `${name} ${address}`.trim() : address
    return problem === null ? who : `${who} (${words.reasons[problem] ?? problem})`
  })
  return (
    <li data-would={step.would}>
      <p className={styles.sentence}>
        <bdi>{words.step(number, action ? describeAction(action, language, names) : step.type)}</bdi>
      </p>
      <p>
        {words.would[step.would](format.exact(step.would === 'wait' ? ends : step.at))}
        {step.reason === null ? null : `: ${words.reasons[step.reason] ?? step.reason}`}
      </p>
      {people.length > 0 ? <p>{words.to(people.join(', '))}</p> : null}
      {step.after === null ? null : <p>{words.change(write(step.before ?? ''), write(step.after))}</p>}
      {step.names.length > 0 ? <p>{step.names.join(', ')}</p> : null}
      {step.subject === null ? null : <p className={styles.text}>{step.subject}</p>}
      {step.text === null ? null : <p className={styles.text}>{step.text}</p>}
    </li>
  )
}
