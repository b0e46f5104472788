import { useQueryClient } from '@tanstack/react-query'
import { changeManyIncidents, type ManyIncidents } from '@vakt/contract/incidents/incident-details.ts'
import { BulkAction } from '#web/lists/bulk-action.tsx'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { changeByOwner } from '#web/shared/customers/change-by-owner.ts'
import { ownerOf } from '#web/shared/customers/list-scope.tsx'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { incidentBulkTexts } from './incident-bulk.texts.ts'
import { findPeople } from './incident-details-queries.ts'
import type { IncidentRow } from './incident-list-queries.ts'
import { incidentPageTexts } from './incident-page.texts.ts'

const nameOf = ({ title }: IncidentRow) => title
const idOf = ({ incidentId }: IncidentRow) => incidentId

/** What can be done with the chosen incidents. */
export function IncidentBulkActions({ customerId, selection }: { customerId: string; selection: RowSelection<IncidentRow> }) {
  const words = { ...useTexts(incidentPageTexts), ...useTexts(incidentBulkTexts) }
  const { user } = useSession()
  const queryClient = useQueryClient()
  const change = (rows: IncidentRow[], wanted: Omit<ManyIncidents, 'incidents'>) =>
    changeByOwner(rows, customerId, {
      idOf,
      change: (owner, own) => call(changeManyIncidents, { params: { customerId: owner }, body: { incidents: own.map(idOf), ...wanted } }),
    })
  const owners = new Set(selection.chosen.map((row) => ownerOf(row, customerId)))
  const refresh = () => {
    const shown = ['incidents', 'tickets'].flatMap((kind) => [...owners, allCustomers].map((whose) => [kind, whose]))
    return Promise.all(shown.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
  const [first] = selection.chosen
  const owner = first ? ownerOf(first, customerId) : customerId
  async function find(q: string, signal: AbortSignal) {
    const { people } = first ? await findPeople(owner, first.incidentId, q, signal) : { people: [] }
    return people.map(({ userId, name, email }) => ({
      value: userId,
      label: name === user.name ? words.assignToMe(name) : name,
      description: email ?? undefined,
    }))
  }
  const common = { selection, refresh, idOf, nameOf, reasons: words.messages }
  return (
    <>
      <BulkAction {...common} label={words.acknowledge} run={(rows) => change(rows, { what: 'acknowledge' })} done={words.acknowledged} />
      {/* Whom an incident can be assigned to differs from customer to customer. */}
      {owners.size > 1 ? null : (
        <BulkAction<IncidentRow, string>
          {...common}
          label={words.assign}
          run={(rows, userId) => change(rows, { what: 'assign', assigneeId: userId || null })}
          done={words.assigned}
          choose={(onChosen) => (
            <SearchChoice
              label={words.assignee}
              queryKey={['incident-people', owner, first?.incidentId]}
              find={find}
              first={[{ value: '', label: words.unassign }]}
              nothingFound={words.nobodyFound}
              onChoose={onChosen}
            />
          )}
        />
      )}
    </>
  )
}
