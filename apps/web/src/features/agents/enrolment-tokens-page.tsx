import { useInfiniteQuery } from '@tanstack/react-query'
import { type EnrolmentToken, listEnrolmentTokens } from '@vakt/contract/agents/agents.ts'
import { KeyRound } from 'lucide-react'
import { lazy } from 'react'
import { PanelList } from '#web/lists/panel-list.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
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
  return (
    <PanelList
      screen={screen}
      list={useInfiniteQuery(enrolmentTokensQuery(customerId))}
      words={words}
      conclusion={words.intro(name)}
      addLabel={words.create}
      detailsLabel={words.details}
      icon={KeyRound}
      onExport={(format) => downloadList(listEnrolmentTokens, { params: { customerId } }, format)}
      columns={useColumns(screen.link)}
      rowKey={({ enrolmentTokenId }) => enrolmentTokenId}
      form={<NewEnrolmentToken onClose={screen.close} />}
      details={(token) => <EnrolmentTokenContent token={token} onClose={screen.close} />}
    />
  )
}
