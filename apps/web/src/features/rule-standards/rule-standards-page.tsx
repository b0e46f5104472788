import { useInfiniteQuery } from '@tanstack/react-query'
import { listRuleStandards, type RuleStandard } from '@vakt/contract/alert-rules/rule-standards.ts'
import { Ruler } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useReadableNames } from '#web/shared/entities/readable-names.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import styles from './rule-standards.module.css'
import { ruleStandardTexts } from './rule-standards.texts.ts'
import { ruleStandardsSearch } from './rule-standards-search.ts'
import { describeApplication, waitingOf } from './standard-application.ts'
import { standardListQuery } from './standard-queries.ts'
import { describeFilter } from './standard-text.ts'

const StandardPanel = lazy(() => import('./standard-panel.tsx').then((module) => ({ default: module.StandardPanel })))

const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)

/** The standards of the provider: which there are, how many customers follow each, and where they differ. */
export function RuleStandardsPage() {
  const words = useTexts(ruleStandardTexts)
  const screen = useListScreen(ruleStandardsSearch)
  const list = useInfiniteQuery(standardListQuery(screen.rows.q))
  const rows = useRows(list.data)
  const { openKey } = screen
  const create = <ButtonLink to="/admin/rule-standards/create">{words.create}</ButtonLink>
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={
        rows.length > 0 && !list.hasNextPage && !screen.isFiltered
          ? words.conclusion(
              rows.length,
              total(rows.map(({ drifting }) => drifting)),
              total(rows.map(({ application }) => (application ? waitingOf(application) : 0))),
              total(rows.map(({ application }) => application?.failed.length ?? 0)),
            )
          : null
      }
      action={rows.length > 0 || screen.isFiltered ? create : null}
      onExport={(format) => downloadList(listRuleStandards, { query: screen.rows }, format)}
      filters={<FilterSearch label={words.search} {...screen.text('q')} />}
      columns={useColumns(screen.link)}
      rowKey={({ standardId }) => standardId}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={
        <EmptyState title={words.nothing} text={words.nothingText} icon={<Ruler size={28} strokeWidth={1.5} />}>
          {create}
        </EmptyState>
      }
      panel={
        <SidePanel label={words.details} isOpen={openKey !== undefined} onClose={screen.close}>
          <Suspense fallback={<DetailSkeleton />}>
            {openKey ? <StandardPanel key={openKey} standardId={openKey} onClose={screen.close} /> : null}
          </Suspense>
        </SidePanel>
      }
    />
  )
}

function useColumns(link: RowLink): Column<RuleStandard>[] {
  const words = useTexts(ruleStandardTexts)
  const { columns } = words
  const names = useReadableNames()
  return [
    { key: 'name', label: columns.name, phone: 'first', cell: ({ standardId, name }) => link(standardId, <bdi>{name}</bdi>, name) },
    { key: 'rules', label: columns.rules, width: '8rem', phone: 'second', cell: ({ rules }) => words.rules(rules.length) },
    {
      key: 'covers',
      label: columns.covers,
      width: '16rem',
      phone: 'hidden',
      isDim: true,
      cell: ({ filter }) => describeFilter(filter, words, (type) => names.type(type)),
    },
    { key: 'followers', label: columns.followers, width: '8rem', phone: 'hidden', cell: ({ followers }) => words.followers(followers) },
    {
      key: 'drift',
      label: columns.drift,
      width: '14rem',
      wraps: true,
      phone: 'second',
      cell: ({ followers, drifting, driftingAt, application }) =>
        application && application.applied < application.wanted ? (
          <span className={styles.drifts}>{describeApplication(application, words)}</span>
        ) : followers === 0 ? (
          <span className={styles.dim}>{words.notFollowed}</span>
        ) : drifting > 0 ? (
          <span className={styles.drifts}>{words.driftingAt(driftingAt, drifting - driftingAt.length)}</span>
        ) : (
          <span className={styles.dim}>{words.noDrift}</span>
        ),
    },
  ]
}
