import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listAlerts } from '@vakt/contract/alerts/alerts.ts'
import type { IncidentDetails } from '@vakt/contract/incidents/incident-details.ts'
import { mergeIncident, splitIncident } from '@vakt/contract/incidents/incident-merging.ts'
import { listIncidents } from '@vakt/contract/incidents/incidents.ts'
import { useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckBox } from '#web/ui/controls/check-box.tsx'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { incidentMergingTexts } from './incident-merging.texts.ts'
import styles from './incident-page.module.css'

export type MergingProps = { customerId: string; incident: IncidentDetails; onClose: () => void }

/** Opens the incident that goes on, or the new one, once the server did it; says what was refused. */
function useMerging(customerId: string, onClose: () => void) {
  const words = useTexts(incidentMergingTexts)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (act: () => Promise<string>) => act(),
    onSuccess: (incidentId) => {
      onClose()
      return navigate({ to: '/incidents/$customerId/$incidentId', params: { customerId, incidentId } })
    },
    onSettled: () =>
      Promise.all(['incidents', 'alerts', 'tickets'].map((key) => queryClient.invalidateQueries({ queryKey: [key, customerId] }))),
  })
  return { run: mutate, isBusy: isPending, problem: error ? failureText(error, words) : null }
}

function Problem({ text }: { text: string | null }) {
  return text ? (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  ) : null
}

export function MergeDialog({ customerId, incident, onClose }: MergingProps) {
  const words = useTexts(incidentMergingTexts)
  const { run, isBusy, problem } = useMerging(customerId, onClose)
  const { incidentId, version } = incident
  const titleOf = useIncidentTitle()
  const find = async (q: string, signal: AbortSignal) => {
    const query = { limit: 20, state: ['open' as const, 'acknowledged' as const], sort: 'changed' as const, ...(q ? { q } : {}) }
    const { result: rows } = await call(listIncidents, { params: { customerId }, query, signal })
    return rows
      .filter((one) => one.incidentId !== incidentId)
      .map((one) => ({
        value: one.incidentId,
        label: titleOf(one),
        description: [one.entity?.name, one.ticketId && `#${one.ticketId}`].filter(Boolean).join(' · '),
      }))
  }
  const merge = (into: string) =>
    run(async () => {
      await call(mergeIncident, { params: { customerId, incidentId }, body: { version, into } })
      return into
    })
  return (
    <Dialog isOpen title={words.mergeTitle} onClose={onClose}>
      <div className={styles.form}>
        <p className={styles.dim}>{words.mergeText(titleOf(incident))}</p>
        <SearchChoice
          label={words.mergeInto}
          queryKey={['incidents', customerId, 'to-merge', incidentId]}
          find={find}
          nothingFound={words.nothingFound}
          onChoose={(into) => !isBusy && merge(into)}
        />
        <Problem text={problem} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

export function SplitDialog({ customerId, incident, onClose }: MergingProps) {
  const words = useTexts(incidentMergingTexts)
  const { run, isBusy, problem } = useMerging(customerId, onClose)
  const { incidentId, version } = incident
  const query = useQuery({
    queryKey: ['alerts', customerId, 'to-split', incidentId],
    queryFn: ({ signal }) => call(listAlerts, { params: { customerId }, query: { incidentId, limit: 100 }, signal }),
  })
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <Dialog isOpen title={words.splitTitle} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const alertIds = [...chosen]
          run(async () => (await call(splitIncident, { params: { customerId, incidentId }, body: { version, alertIds } })).incidentId)
        }}
      >
        <p className={styles.dim}>{words.splitText}</p>
        {query.isPending ? <ListSkeleton rows={2} /> : null}
        {query.isError ? <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} /> : null}
        <fieldset className={styles.choices}>
          <legend>{words.alerts}</legend>
          {query.data?.result.map(({ alertId, name, severity, state, entity, targetName }) => (
            <CheckBox
              key={alertId}
              checked={chosen.includes(alertId)}
              onChange={({ currentTarget }) =>
                setChosen((before) => (currentTarget.checked ? [...before, alertId] : before.filter((one) => one !== alertId)))
              }
              label={
                <span className={styles.what}>
                  <SeverityMark level={severity} quiet={state === 'resolved'} />
                  <span>{name}</span>
                  <span className={styles.dim}>
                    {[entity?.name ?? targetName, state === 'resolved' ? words.resolved : null].filter(Boolean).join(' · ')}
                  </span>
                </span>
              }
            />
          ))}
        </fieldset>
        <Problem text={problem} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={chosen.length === 0}>
            {words.split}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
