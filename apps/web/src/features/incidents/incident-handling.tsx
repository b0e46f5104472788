import type { IncidentChange, IncidentDetails } from '@vakt/contract/incidents/incident-details.ts'
import { Check, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import { useShortcuts } from '#web/ui/hooks/use-shortcuts.ts'
import type { FailureWords } from '#web/ui/page/failure-text.ts'
import { failureToast } from '#web/ui/toast/toast.ts'
import { findPeople, useChangeIncident } from './incident-details-queries.ts'
import { incidentListTexts } from './incident-list.texts.ts'
import { incidentPageTexts } from './incident-page.texts.ts'

const ResolveDialog = lazy(() => import('./resolve-incident-dialog.tsx').then((module) => ({ default: module.ResolveDialog })))

export type Handling = { customerId: string; incident: IncidentDetails }

/** The words for a change that was refused: someone else was first, or a rule. */
export function useRefusalWords() {
  const words = useTexts(incidentPageTexts)
  return (error: unknown): FailureWords => {
    const { state = 'open' } = ((error instanceof ApiError && error.current) || {}) as { state?: IncidentDetails['state'] }
    const meanwhile = words.meanwhile(words.itIs[state])
    return { failed: words.failed, messages: { ...words.messages, 'incident.changed_meanwhile': meanwhile } }
  }
}

function useHandle({ customerId, incident }: Handling) {
  const change = useChangeIncident(customerId, incident.incidentId)
  const wordsOf = useRefusalWords()
  const handle = (wanted: Omit<IncidentChange, 'version'>, onDone?: () => void) =>
    change.mutate(
      { ...wanted, version: incident.version },
      { onSuccess: () => onDone?.(), onError: (error) => failureToast(wordsOf(error))(error) },
    )
  return { handle, isBusy: change.isPending }
}

/** The few things that people do about an incident. A condition that still fires cannot be resolved: the words beside say when it is. */
export function IncidentActions({ customerId, incident }: Handling) {
  const words = useTexts(incidentPageTexts)
  const { handle, isBusy } = useHandle({ customerId, incident })
  const [isResolving, setResolving] = useState(false)
  const [hasAskedToResolve, setAskedToResolve] = useState(false)
  const askToResolve = () => {
    setAskedToResolve(true)
    setResolving(true)
  }
  useShortcuts(
    incident.state === 'resolved' || isBusy ? {} : { e: () => handle({ state: incident.state === 'open' ? 'acknowledged' : 'open' }) },
  )
  if (incident.state === 'resolved') return null
  return (
    <>
      {incident.state === 'open' ? (
        <Button loading={isBusy} leftSection={<Check size={16} aria-hidden="true" />} onClick={() => handle({ state: 'acknowledged' })}>
          {words.acknowledge}
        </Button>
      ) : (
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<Undo2 size={16} aria-hidden="true" />}
          onClick={() => handle({ state: 'open' })}
        >
          {words.takeBack}
        </Button>
      )}
      {incident.mayBeResolved ? (
        <Button variant="default" onClick={askToResolve}>
          {words.resolve}
        </Button>
      ) : null}
      {hasAskedToResolve ? (
        <Suspense>
          <ResolveDialog customerId={customerId} incident={incident} isOpen={isResolving} onClose={() => setResolving(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

export function AssigneeEditor({ customerId, incident, onDone }: Handling & { onDone: () => void }) {
  const words = { ...useTexts(incidentListTexts), ...useTexts(incidentPageTexts) }
  const { user } = useSession()
  const { handle, isBusy } = useHandle({ customerId, incident })
  const find = async (q: string, signal: AbortSignal) => {
    const { people } = await findPeople(customerId, incident.incidentId, q, signal)
    return people.map(({ userId, name, email }) => ({
      value: userId,
      label: name === user.name ? words.assignToMe(name) : name,
      description: email ?? undefined,
    }))
  }
  return (
    <SearchChoice
      label={words.assignee}
      queryKey={['incident-people', customerId, incident.incidentId]}
      find={find}
      first={incident.assignee ? [{ value: '', label: words.unassign }] : []}
      nothingFound={words.nobodyFound}
      onChoose={(userId) => !isBusy && handle({ assigneeId: userId || null }, onDone)}
    />
  )
}
