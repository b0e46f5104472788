import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import { findOpenIncidents, type IncidentOfCustomer } from './major-incident-queries.ts'
import { majorIncidentTexts } from './major-incidents.texts.ts'

export type NamedIncident = IncidentOfCustomer & { title: string; where?: string }

/** Names it among the choices of all customers. */
export const choiceOf = ({ customerId, incidentId }: IncidentOfCustomer) => `${incidentId} ${customerId}`

type SearchProps = { taken: readonly IncidentOfCustomer[]; onChoose: (incident: NamedIncident) => void }

/** Open incidents of all customers, the worst first, but those that are there already. */
export function OpenIncidentSearch({ taken, onChoose }: SearchProps) {
  const words = useTexts(majorIncidentTexts)
  const titleOf = useIncidentTitle()
  const [known] = useState(() => new Map<string, NamedIncident>())
  const isTaken = new Set(taken.map(choiceOf))
  const find = async (q: string, signal: AbortSignal) => {
    const found = await findOpenIncidents(q, signal)
    return found
      .map((one) => {
        const { incidentId, customer, entity } = one
        const title = titleOf(one)
        const where = [customer.name, entity?.name].filter(Boolean).join(' · ')
        const incident: NamedIncident = { customerId: customer.customerId, incidentId, title, where }
        known.set(choiceOf(incident), incident)
        return { value: choiceOf(incident), label: title, description: where }
      })
      .filter(({ value }) => !isTaken.has(value))
      .slice(0, 20)
  }
  return (
    <SearchChoice
      label={words.find}
      queryKey={['incidents-to-group', [...isTaken]]}
      find={find}
      nothingFound={words.nothingFound}
      onChoose={(value) => {
        const incident = known.get(value)
        if (incident) onChoose(incident)
      }}
    />
  )
}
