import { useQuery } from '@tanstack/react-query'
import { EntityFilter } from './incident-entity-filter.tsx'
import type { IncidentScreen } from './incident-filters.tsx'
import { GroupFilter } from './incident-group-filter.tsx'
import { incidentOverviewQuery } from './incident-queries.ts'

/** Filters by tag group and by resource. */
export function PlaceFilters({ customerId, screen: { search, change } }: { customerId: string; screen: IncidentScreen }) {
  const overview = useQuery(incidentOverviewQuery(customerId)).data
  return (
    <>
      <GroupFilter overview={overview} group={search.group} onChange={(group) => change({ group })} />
      <EntityFilter customerId={customerId} entityId={search.entity} onChange={(entity) => change({ entity })} />
    </>
  )
}
