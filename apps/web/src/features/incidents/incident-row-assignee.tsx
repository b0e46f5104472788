import { useQueryClient } from '@tanstack/react-query'
import { changeManyIncidents } from '@vakt/contract/incidents/incident-details.ts'
import type { Incident } from '@vakt/contract/incidents/incidents.ts'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { incidentBulkTexts } from './incident-bulk.texts.ts'
import { findPeople } from './incident-details-queries.ts'
import { incidentPageTexts } from './incident-page.texts.ts'

type AssigneeOfRowProps = { customerId: string; incident: Incident; onDone: () => void }

/** Assigns an incident in its row, which can be undone where the one before is a user. */
export function AssigneeOfRow({ customerId, incident, onDone }: AssigneeOfRowProps) {
  const words = { ...useTexts(incidentPageTexts), ...useTexts(incidentBulkTexts) }
  const { user } = useSession()
  const queryClient = useQueryClient()
  const { incidentId, assignee: before } = incident
  async function find(q: string, signal: AbortSignal) {
    const { people } = await findPeople(customerId, incidentId, q, signal)
    return people.map(({ userId, name, email }) => ({
      value: userId,
      label: name === user.name ? words.assignToMe(name) : name,
      description: email ?? undefined,
    }))
  }
  async function assign(assigneeId: string | null, onAssigned?: () => void) {
    try {
      const body = { what: 'assign' as const, incidents: [incidentId], assigneeId }
      const { refused } = await call(changeManyIncidents, { params: { customerId }, body })
      const [first] = refused
      if (first) showToast(words.messages[first.message_translation_key] ?? first.message, 'failure')
      else onAssigned?.()
    } catch (error) {
      failureToast(words)(error)
    }
    const shown = ['incidents', 'tickets'].flatMap((kind) => [customerId, allCustomers].map((whose) => [kind, whose]))
    await Promise.all(shown.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
  const sayAssigned = () => {
    if (before && before.userId === null) showToast(words.assigned(1), 'success')
    else showUndoToast(words.assigned(1), () => void assign(before?.userId ?? null))
  }
  return (
    <SearchChoice
      label={words.assignee}
      queryKey={['incident-people', customerId, incidentId]}
      find={find}
      first={before ? [{ value: '', label: words.unassign }] : []}
      nothingFound={words.nobodyFound}
      onChoose={(userId) => {
        onDone()
        void assign(userId || null, sayAssigned)
      }}
    />
  )
}
