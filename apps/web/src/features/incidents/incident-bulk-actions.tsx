import { useQueryClient } from '@tanstack/react-query'
import { changeManyIncidents, type ManyIncidents } from '@vakt/contract/incident-details.ts'
import type { Incident } from '@vakt/contract/incidents.ts'
import { BulkAction } from '#web/lists/bulk-action.tsx'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { incidentBulkTexts } from './incident-bulk.texts.ts'
import { findPeople } from './incident-details-queries.ts'
import { incidentPageTexts } from './incident-page.texts.ts'

const nameOf = ({ title }: Incident) => title

/** What can be done with the chosen incidents. */
export function IncidentBulkActions({ customerId, selection }: { customerId: string; selection: RowSelection<Incident> }) {
  const words = { ...useTexts(incidentPageTexts), ...useTexts(incidentBulkTexts) }
  const { user } = useSession()
  const queryClient = useQueryClient()
  function change(rows: Incident[], wanted: Omit<ManyIncidents, 'incidents'>) {
    const incidents = rows.map(({ incidentId }) => incidentId)
    return call(changeManyIncidents, { params: { customerId }, body: { incidents, ...wanted } })
  }
  const refresh = () => Promise.all(['incidents', 'tickets'].map((kind) => queryClient.invalidateQueries({ queryKey: [kind, customerId] })))
  const [first] = selection.chosen
  async function find(q: string, signal: AbortSignal) {
    const { people } = first ? await findPeople(customerId, first.incidentId, q, signal) : { people: [] }
    return people.map(({ userId, name, email }) => ({
      value: userId,
      label: name === user.name ? words.assignToMe(name) : name,
      description: email ?? undefined,
    }))
  }
  const common = { selection, refresh, nameOf, reasons: words.messages }
  return (
    <>
      <BulkAction {...common} label={words.acknowledge} run={(rows) => change(rows, { what: 'acknowledge' })} done={words.acknowledged} />
      <BulkAction<Incident, string>
        {...common}
        label={words.assign}
        run={(rows, userId) => change(rows, { what: 'assign', assigneeId: userId || null })}
        done={words.assigned}
        choose={(onChosen) => (
          <SearchChoice
            label={words.assignee}
            queryKey={['incident-people', customerId, first?.incidentId]}
            find={find}
            first={[{ value: '', label: words.unassign }]}
            nothingFound={words.nobodyFound}
            onChoose={onChosen}
          />
        )}
      />
    </>
  )
}
