import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ListedEntity } from '@vakt/contract/entity-list.ts'
import { entitySorts } from '@vakt/contract/entity-order.ts'
import { ArrowDownUp, Boxes, Rows3, SlidersHorizontal, Upload } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { entityQuery } from '#web/links/entity-query.ts'
import { entityPath } from '#web/links/paths.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { NothingMatches } from '#web/ui/nothing-matches.tsx'
import { PagedRows } from '#web/ui/paged-rows.tsx'
import { PlainLink } from '#web/ui/plain-link.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { sumCounts } from '#web/ui/sum-counts.ts'
import { entityColumns, itemOf, type ListItem } from './entity-columns.tsx'
import { EntityFilters, shownTagKeys } from './entity-filters.tsx'
import styles from './entity-list.module.css'
import { entityListTexts } from './entity-list.texts.ts'
import { downloadEntities, entityCountsQuery, entityRowsQuery, environmentSettingsQuery } from './entity-list-queries.ts'
import { type EntitySearch, entitySearch, filterOf, isFiltered } from './entity-list-search.ts'

const EntityGroupRows = lazy(() => import('./entity-group-rows.tsx').then((module) => ({ default: module.EntityGroupRows })))

const CustomerFilter = lazy(() => import('./customer-filter.tsx').then((module) => ({ default: module.CustomerFilter })))

const none: readonly string[] = []
const keyOf = (item: ListItem) => item.key
const listTo = '/my-environment/$customerId'

/** The inventory of a customer's cloud: every entity, what it is, and how it is now. */
export function EntityListPage() {
  const { customerId, can } = useShownCustomer()
  const staff = isStaff(useSession())
  const words = useTexts(entityListTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const search = entitySearch(useSearch({ strict: false }) as Record<string, unknown>)
  const settings = useQuery(environmentSettingsQuery(customerId)).data
  const [asked, setAsked] = useState<readonly string[]>([])
  const groupKeys = settings?.tagKeys ?? none
  const tagKeys = shownTagKeys(groupKeys, search, asked)
  const counts = useQuery(entityCountsQuery(customerId, search, tagKeys)).data
  const list = useInfiniteQuery(entityRowsQuery(customerId, filterOf(search), search, search.by === undefined))
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.result.map(itemOf)) ?? [], [list.data])

  const goTo = (next: EntitySearch) =>
    void navigate({ to: listTo, params: { customerId }, search: next, replace: true, resetScroll: false })
  const change = (changes: Partial<Record<keyof EntitySearch, unknown>>) => goTo(entitySearch({ ...search, ...changes }))
  const clear = () => goTo(entitySearch({ by: search.by, sort: search.sort, direction: search.direction, hidden: search.hidden }))
  const { sort = 'name', direction = 'asc' } = search
  const sortBy = (next: string) =>
    change(next === sort ? { sort, direction: direction === 'asc' ? 'desc' : 'asc' } : { sort: next, direction: undefined })

  const prepare = (item: ListItem) =>
    item.kind === 'entity' ? void queryClient.prefetchQuery(entityQuery(customerId, item.entity.entityId)) : undefined
  const columns = useMemo(() => {
    const link = (entity: ListedEntity) => (
      <PlainLink href={entityPath(customerId, entity.entityId)} data-row-link className={styles.link} title={entity.name}>
        <bdi>{entity.name}</bdi>
      </PlainLink>
    )
    return entityColumns({ words, tagKeys: groupKeys, link })
  }, [words, groupKeys, customerId])
  const empty = isFiltered(search) ? (
    <NothingMatches title={words.nothingMatches} hidden={counts?.all} onClear={clear} />
  ) : counts && counts.hidden > 0 ? (
    <EmptyState title={words.allHidden} text={words.allHiddenText(counts.hidden)} icon={<Boxes size={28} strokeWidth={1.5} />}>
      <Button variant="default" onClick={() => change({ hidden: true })}>
        {words.showThem}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState title={words.nothingTitle} text={words.nothingText} icon={<Boxes size={28} strokeWidth={1.5} />} />
  )
  const need = counts ? sumCounts(counts.bySeverity) : 0
  const sorting = { sort, direction, onSort: sortBy }

  return (
    <ListPage
      title={words.title}
      count={counts ? format.number(counts.matching) : undefined}
      conclusion={
        counts && counts.matching > 0
          ? need > 0
            ? words.attention(need, counts.bySeverity.critical)
            : words.allGood(counts.matching)
          : null
      }
      action={
        <div className={styles.tools}>
          <GroupMenu by={search.by} keys={groupKeys} more={counts?.tags.map(({ key }) => key) ?? []} onChoose={(by) => change({ by })} />
          <MenuButton
            label={words.sort}
            icon={<ArrowDownUp size={16} aria-hidden="true" />}
            items={entitySorts.map((one) => ({ key: one, label: words.sortBy[one], isCurrent: one === sort, onChoose: () => sortBy(one) }))}
          />
          <ExportMenu onExport={(as) => downloadEntities(customerId, search, as)} />
          {can(['@feature.myenvironment.write']) ? (
            <ButtonLink
              variant="default"
              to="/my-environment/$customerId/upload"
              params={{ customerId }}
              leftSection={<Upload size={16} aria-hidden="true" />}
            >
              {words.upload}
            </ButtonLink>
          ) : null}
          {can(['@feature.myenvironment.write']) ? (
            <ButtonLink
              variant="default"
              to="/my-environment/$customerId/settings"
              params={{ customerId }}
              leftSection={<SlidersHorizontal size={16} aria-hidden="true" />}
            >
              {words.settings}
            </ButtonLink>
          ) : null}
        </div>
      }
      filters={
        <>
          {staff ? (
            <Suspense>
              <CustomerFilter search={search} />
            </Suspense>
          ) : null}
          <EntityFilters search={search} counts={counts} tagKeys={tagKeys} onTagKeys={setAsked} onChange={change} />
        </>
      }
    >
      {search.by ? (
        <Suspense fallback={<ListSkeleton rows={12} />}>
          <EntityGroupRows
            key={`${customerId} ${search.by}`}
            customerId={customerId}
            search={search}
            columns={columns}
            sorting={sorting}
            onIntent={prepare}
            empty={empty}
          />
        </Suspense>
      ) : (
        <PagedRows
          list={list}
          failed={words.listFailed}
          label={words.title}
          columns={columns}
          rows={items}
          rowKey={keyOf}
          sorting={sorting}
          onIntent={prepare}
          empty={empty}
        />
      )}
    </ListPage>
  )
}

const mostKeys = 12

type GroupMenuProps = {
  by: string | undefined
  keys: readonly string[]
  more: readonly string[]
  onChoose: (by: string | undefined) => void
}

/** By a field, or by any tag, those first by which the customer groups. */
function GroupMenu({ by, keys, more, onChoose }: GroupMenuProps) {
  const words = useTexts(entityListTexts)
  const current = by?.startsWith('tag:') ? [by.slice(4)] : []
  const tags = [...new Set([...keys, ...current, ...more])].slice(0, mostKeys)
  const fields = ['resourceGroup', 'subscription', 'type', 'region'] as const
  const labelOf = (value: string) => (fields.find((field) => field === value) ? words[value as (typeof fields)[number]] : value.slice(4))
  const options = [...fields, ...tags.map((key) => `tag:${key}`)]
  return (
    <MenuButton
      label={by ? words.groupBy(labelOf(by)) : words.group}
      icon={<Rows3 size={16} aria-hidden="true" />}
      items={[
        { key: 'none', label: words.noGroups, isCurrent: by === undefined, onChoose: () => onChoose(undefined) },
        ...options.map((value) => ({ key: value, label: labelOf(value), isCurrent: value === by, onChoose: () => onChoose(value) })),
      ]}
    />
  )
}
