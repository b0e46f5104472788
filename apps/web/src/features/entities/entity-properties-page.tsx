import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { NothingMatches } from '#web/ui/table/nothing-matches.tsx'
import { ChosenProperty } from './chosen-property.tsx'
import { entityTexts } from './entities.texts.ts'
import styles from './entity-properties.module.css'
import { entityPropertiesQuery } from './entity-queries.ts'
import { PropertyRows } from './property-rows.tsx'
import { allHolders, closedAtFirst, findProperties, listProperties, type PropertyNode, visibleProperties } from './property-tree.ts'

/** Everything that the cloud says of the entity. */
export function EntityPropertiesPage() {
  const { customerId } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  const words = useTexts(entityTexts)
  const query = useQuery(entityPropertiesQuery(customerId, entityId))
  const nodes = useMemo(() => listProperties(query.data?.properties), [query.data])
  return (
    <>
      <Link className={styles.back} to="/my-environment/$customerId/$entityId/information" params={{ customerId, entityId }}>
        <ChevronLeft size={14} aria-hidden="true" /> {words.backToInformation}
      </Link>
      {query.isPending ? (
        <ListSkeleton rows={8} />
      ) : query.isError && !query.data ? (
        <ErrorState title={words.propertiesFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : nodes.length === 0 ? (
        <EmptyState title={words.noProperties} text={words.noPropertiesText} />
      ) : (
        <PropertyTree key={entityId} nodes={nodes} />
      )}
    </>
  )
}

function PropertyTree({ nodes }: { nodes: PropertyNode[] }) {
  const words = useTexts(entityTexts)
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState(() => closedAtFirst(nodes))
  const [chosenKey, choose] = useState<string | null>(null)
  const found = useMemo(() => (search.trim() ? findProperties(nodes, search) : null), [nodes, search])
  const rows = useMemo(() => (found ? found.nodes : visibleProperties(nodes, closed)), [found, nodes, closed])

  function toggle(key: string) {
    const next = new Set(closed)
    if (!next.delete(key)) next.add(key)
    setClosed(next)
  }

  return (
    <section aria-label={words.properties}>
      <div className={styles.tools}>
        <FilterSearch label={words.searchProperties} value={search} onChange={setSearch} />
        <p className={styles.found} role="status">
          {found ? words.found(found.found) : null}
        </p>
        <Button size="compact-sm" variant="default" disabled={found !== null || closed.size === 0} onClick={() => setClosed(new Set())}>
          {words.expandAll}
        </Button>
        <Button size="compact-sm" variant="default" disabled={found !== null} onClick={() => setClosed(allHolders(nodes))}>
          {words.collapseAll}
        </Button>
      </div>
      {rows.length === 0 ? (
        <NothingMatches title={words.noSuchProperty} hidden={nodes.length} onClear={() => setSearch('')} />
      ) : (
        <div className={styles.columns}>
          <PropertyRows
            label={words.tree}
            rows={rows}
            closed={found ? null : closed}
            chosenKey={chosenKey}
            onChoose={choose}
            onToggle={toggle}
          />
          <ChosenProperty node={nodes.find(({ key }) => key === chosenKey) ?? null} />
        </div>
      )}
    </section>
  )
}
