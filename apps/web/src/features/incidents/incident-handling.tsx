import type { IncidentChange, IncidentDetails } from '@vakt/contract/incident-details.ts'
import { Check, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import { useShortcuts } from '#web/ui/hooks/use-shortcuts.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { findPeople, useChangeIncident } from './incident-details-queries.ts'
import { incidentListTexts } from './incident-list.texts.ts'
import { incidentPageTexts } from './incident-page.texts.ts'

const ResolveDialog = lazy(() => import('./resolve-incident-dialog.tsx').then((module) => ({ default: module.ResolveDialog })))

export type Handling = { customerId: string; incident: IncidentDetails }

/** What was refused, in words: someone else was first, or a rule. */
export function useSayRefusal() {
  const words = useTexts(incidentPageTexts)
  return (error: unknown): string => {
    const [first] = error instanceof ApiError ? error.errors : []
    const key = first?.message_translation_key ?? ''
    if (key === 'incident.changed_meanwhile' && error instanceof ApiError) {
      const { state } = (error.current ?? {}) as { state?: IncidentDetails['state'] }
      return words.meanwhile(words.itIs[state ?? 'open'])
    }
    return words.messages[key] ?? words.failed
  }
}

function useHandle({ customerId, incident }: Handling) {
  const change = useChangeIncident(customerId, incident.incidentId)
  const say = useSayRefusal()
  const handle = (wanted: Omit<IncidentChange, 'version'>, onDone?: () => void) =>
    change.mutate(
      { ...wanted, version: incident.version },
      { onSuccess: () => onDone?.(), onError: (error) => showToast(say(error), 'failure') },
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
