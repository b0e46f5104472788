import { useInfiniteQuery } from '@tanstack/react-query'
import { type EnrolmentToken, listEnrolmentTokens } from '@vakt/contract/agents/agents.ts'
import { KeyRound } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { enrolmentTokensQuery } from './agent-list-queries.ts'
import { enrolmentTokensSearch } from './agent-list-search.ts'
import styles from './agents.module.css'
import { enrolmentTokenTexts } from './enrolment-tokens.texts.ts'

const NewEnrolmentToken = lazy(() => import('./new-enrolment-token.tsx').then((module) => ({ default: module.NewEnrolmentToken })))
const EnrolmentTokenContent = lazy(() =>
  import('./enrolment-token-content.tsx').then((module) => ({ default: module.EnrolmentTokenContent })),
)

function useColumns(link: RowLink): Column<EnrolmentToken>[] {
  const words = useTexts(enrolmentTokenTexts)
  const format = useFormat()
  return [
    { key: 'name', label: words.name, phone: 'first', cell: ({ enrolmentTokenId, name }) => link(enrolmentTokenId, name) },
    {
      key: 'uses',
      label: words.usesLeft,
      width: '10rem',
      phone: 'second',
      cell: ({ uses, usesLeft }) => words.leftOf(format.number(usesLeft), format.number(uses)),
    },
    {
      key: 'expires',
      label: words.expires,
      width: '10rem',
      phone: 'second',
      cell: ({ expiresAt }) => (
        <span className={styles.dim}>
          <RelativeTime iso={expiresAt} />
        </span>
      ),
    },
    { key: 'created', label: words.createdBy, width: '12rem', phone: 'hidden', cell: ({ createdBy }) => createdBy },
  ]
}

/** The tokens with which machines of a customer enrol, as long as they can be used. */
export function EnrolmentTokensPage() {
  const words = useTexts(enrolmentTokenTexts)
  const { customerId, name } = useShownCustomer()
  const screen = useListScreen(enrolmentTokensSearch)
  const list = useInfiniteQuery(enrolmentTokensQuery(customerId))
  const rows = useRows(list.data)
  const columns = useColumns(screen.link)
  const { openKey } = screen
  const opened = rows.find(({ enrolmentTokenId }) => enrolmentTokenId === openKey)
  const add = (
    <Button data-opens="new" onClick={() => screen.open({ token: 'new' })}>
      {words.create}
    </Button>
  )
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={words.intro(name)}
      action={rows.length > 0 ? add : null}
      onExport={(format) => downloadList(listEnrolmentTokens, { params: { customerId } }, format)}
      columns={columns}
      rowKey={({ enrolmentTokenId }) => enrolmentTokenId}
      words={{ failed: words.listFailed }}
      empty={
        <EmptyState title={words.nothing} text={words.nothingText} icon={<KeyRound size={28} strokeWidth={1.5} />}>
          {add}
        </EmptyState>
      }
      panel={
        <SidePanel
          label={openKey === 'new' ? words.create : words.details}
          isOpen={openKey === 'new' || opened !== undefined}
          onClose={screen.close}
        >
          <Suspense fallback={<DetailSkeleton />}>
            {openKey === 'new' ? <NewEnrolmentToken onClose={screen.close} /> : null}
            {opened ? <EnrolmentTokenContent key={opened.enrolmentTokenId} token={opened} onClose={screen.close} /> : null}
          </Suspense>
        </SidePanel>
      }
    />
  )
}
