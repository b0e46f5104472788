import { useInfiniteQuery } from '@tanstack/react-query'
import { listServiceTokens, type ServiceToken } from '@vakt/contract/users/service-tokens.ts'
import { Bot } from 'lucide-react'
import { lazy } from 'react'
import { PanelList } from '#web/lists/panel-list.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { featureNames } from '#web/shared/access/feature-names.texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { serviceTokensQuery } from './service-token-queries.ts'
import styles from './service-tokens.module.css'
import { serviceTokenTexts } from './service-tokens.texts.ts'
import { serviceTokensSearch } from './service-tokens-search.ts'

const NewServiceToken = lazy(() => import('./new-service-token.tsx').then((module) => ({ default: module.NewServiceToken })))
const ServiceTokenContent = lazy(() => import('./service-token-content.tsx').then((module) => ({ default: module.ServiceTokenContent })))

const warnMs = 7 * 86_400_000

function Expiry({ expiresAt }: Pick<ServiceToken, 'expiresAt'>) {
  const words = useTexts(serviceTokenTexts)
  const format = useFormat()
  if (expiresAt === null) return <span className={styles.dim}>{words.never}</span>
  const left = Date.parse(expiresAt) - serverNow()
  const text = left <= 0 ? words.expired(format.relative(expiresAt)) : words.expiresIn(format.relative(expiresAt))
  return (
    <span className={styles.dim} data-state={left <= 0 ? 'expired' : left <= warnMs ? 'soon' : undefined} title={format.exact(expiresAt)}>
      {text}
    </span>
  )
}

function useColumns(link: RowLink): Column<ServiceToken>[] {
  const words = useTexts(serviceTokenTexts)
  const names = useTexts(featureNames)
  return [
    { key: 'name', label: words.name, width: '14rem', phone: 'first', cell: ({ tokenId, name }) => link(tokenId, name) },
    { key: 'scope', label: words.scope, phone: 'second', cell: ({ scope }) => scope.map((key) => names[key]).join(', ') },
    { key: 'expires', label: words.expires, width: '11rem', phone: 'second', cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} /> },
    {
      key: 'used',
      label: words.lastUsed,
      width: '9rem',
      phone: 'first',
      cell: ({ lastUsedAt }) => <span className={styles.dim}>{lastUsedAt ? <RelativeTime iso={lastUsedAt} /> : words.neverUsed}</span>,
    },
  ]
}

/** The service tokens of the shown customer, for those who administer it. */
export function ServiceTokensPage() {
  const words = useTexts(serviceTokenTexts)
  const { customerId, name } = useShownCustomer()
  const screen = useListScreen(serviceTokensSearch)
  return (
    <PanelList
      screen={screen}
      list={useInfiniteQuery(serviceTokensQuery(customerId))}
      words={words}
      conclusion={words.intro(name)}
      addLabel={words.create}
      detailsLabel={words.details}
      icon={Bot}
      onExport={(format) => downloadList(listServiceTokens, { params: { customerId } }, format)}
      columns={useColumns(screen.link)}
      rowKey={({ tokenId }) => tokenId}
      form={<NewServiceToken onClose={screen.close} />}
      details={(token) => <ServiceTokenContent token={token} onClose={screen.close} />}
    />
  )
}
