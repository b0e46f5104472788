import type { IncidentChange, IncidentDetails } from '@vakt/contract/incident-details.ts'
import { Check, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { PlainTextArea } from '#web/ui/plain-input.tsx'
import { SearchChoice } from '#web/ui/search-choice.tsx'
import { showToast } from '#web/ui/toast.ts'
import { findPeople, useChangeIncident } from './incident-details-queries.ts'
import { incidentListTexts } from './incident-list.texts.ts'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'

type Handling = { customerId: string; incident: IncidentDetails }

/** What was refused, in words: somebody else was first, or a rule. */
function useSayRefusal() {
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
        <Button variant="default" onClick={() => setResolving(true)}>
          {words.resolve}
        </Button>
      ) : null}
      <ResolveDialog customerId={customerId} incident={incident} isOpen={isResolving} onClose={() => setResolving(false)} />
    </>
  )
}

function ResolveDialog({ customerId, incident, isOpen, onClose }: Handling & { isOpen: boolean; onClose: () => void }) {
  const words = useTexts(incidentPageTexts)
  const change = useChangeIncident(customerId, incident.incidentId)
  const say = useSayRefusal()
  const id = useId()
  const [note, setNote] = useState('')
  return (
    <Dialog isOpen={isOpen} title={words.resolveTitle} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ version: incident.version, state: 'resolved', note }, { onSuccess: onClose })
        }}
      >
        <p className={styles.dim}>{words.resolveText}</p>
        <label htmlFor={id}>{words.why}</label>
        <PlainTextArea id={id} rows={4} maxLength={10_000} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
        {change.isError ? (
          <p className={styles.problem} role="alert">
            {say(change.error)}
          </p>
        ) : null}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {words.resolve}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
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
