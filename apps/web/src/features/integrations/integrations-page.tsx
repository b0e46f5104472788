import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { integrationStates } from '@vakt/contract/integrations/integration-states.ts'
import type { IntegrationOverview } from '@vakt/contract/integrations/integrations.ts'
import { Plug } from 'lucide-react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CustomersFilter, ScopeTabs, useCustomerColumn, useIsOfAll } from '#web/shared/customers/list-scope.tsx'
import { nameOf, type ShownKind } from '#web/shared/integrations/shown-kind.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { shortMoment } from '#web/ui/display/clock-time.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { conclude } from './conclude.ts'
import { IntegrationGallery } from './integration-gallery.tsx'
import { exportIntegrations, type IntegrationRow, integrationListQuery, integrationOverviewQuery } from './integration-queries.ts'
import { IntegrationStateBadge, whyOf } from './integration-state.tsx'
import styles from './integrations.module.css'
import { integrationTexts } from './integrations.texts.ts'
import { integrationsSearch } from './integrations-search.ts'

type Kinds = readonly ShownKind[]

function useWordsOf(kinds: Kinds) {
  const language = useLanguage()
  return (kind: string) => kinds.find((one) => one.kind === kind)?.words[language]
}

/** The worst one, else how many deliver. */
function useConclusion(overview: IntegrationOverview | undefined, kinds: Kinds): string | null {
  const words = useTexts(integrationTexts)
  const format = useFormat()
  const wordsOf = useWordsOf(kinds)
  if (!overview) return null
  const found = conclude(overview)
  if (found.kind === 'none') return null
  if (found.kind === 'all-off') return words.allOff
  if (found.kind === 'all-deliver') return words.allDeliver(format.number(found.count))
  if (found.kind === 'none-yet') return words.noneYet(format.number(found.count))
  if (found.kind === 'some-deliver') return words.someDeliver(format.number(found.delivering), format.number(found.count))
  const { state, worst, others } = found
  const name = nameOf(worst, wordsOf(worst.kind))
  const moment = state === 'expiring' ? worst.expiresAt : worst.since
  const sentence = moment ? words.worst[state](name, shortMoment(format, moment)) : words.worstNow[state](name)
  return others > 0 ? `${sentence} ${words.more(others)}` : sentence
}

function useColumns(kinds: Kinds, isAll: boolean): Column<IntegrationRow>[] {
  const words = useTexts(integrationTexts)
  const wordsOf = useWordsOf(kinds)
  const customer = useCustomerColumn<IntegrationRow>(isAll)
  return [
    {
      key: 'name',
      label: words.name,
      phone: 'first',
      cell: (row) => {
        const ofKind = wordsOf(row.kind)
        const name = <bdi>{nameOf(row, ofKind)}</bdi>
        const why = whyOf(row, ofKind)
        return (
          <span className={styles.name}>
            {row.address ? (
              <PlainLink href={row.address} data-row-link>
                {name}
              </PlainLink>
            ) : (
              name
            )}
            {why ? <span className={styles.why}>{why}</span> : null}
          </span>
        )
      },
    },
    ...customer,
    { key: 'kind', label: words.kind, width: '11rem', phone: 'second', cell: ({ kind }) => wordsOf(kind)?.title ?? kind },
    { key: 'state', label: words.state, width: '15rem', phone: 'first', cell: (row) => <IntegrationStateBadge integration={row} /> },
    {
      key: 'last',
      label: words.lastSignal,
      width: '8rem',
      phone: 'second',
      cell: ({ lastSignalAt }) => <span className={styles.dim}>{lastSignalAt ? <RelativeTime iso={lastSignalAt} /> : words.never}</span>,
    },
  ]
}

/** What is connected and how it works, and what can be connected: for the provider's staff, and for a customer's administrators. */
export function IntegrationsPage({ kinds }: { kinds: Kinds }) {
  const words = useTexts(integrationTexts)
  const shown = useShownCustomer()
  const screen = useListScreen(integrationsSearch)
  const isAll = useIsOfAll(screen.search)
  const customerId = isAll ? null : shown.customerId
  const list = useInfiniteQuery(integrationListQuery(customerId, screen.rows))
  const overview = useQuery(integrationOverviewQuery(customerId))
  const wordsOf = useWordsOf(kinds)
  const offered = overview.data?.kinds ?? []
  return (
    <>
      <ListScreen
        screen={screen}
        list={list}
        title={words.title}
        conclusion={useConclusion(overview.data, kinds)}
        onExport={(format) => exportIntegrations(customerId, screen.rows, format)}
        tabs={<ScopeTabs isAll={isAll} onChange={(all) => screen.change({ all })} />}
        filters={
          <>
            <FilterSearch label={words.search} {...screen.text('q')} />
            {isAll ? <CustomersFilter {...screen.choices('of')} /> : null}
            <FilterSelect
              label={words.kind}
              {...screen.choices('kind')}
              options={offered.map(({ kind }) => ({ value: kind, label: wordsOf(kind)?.title ?? kind }))}
            />
            <FilterSelect
              label={words.state}
              {...screen.choices('state')}
              options={integrationStates.map((value) => ({ value, label: words.states[value] }))}
            />
          </>
        }
        columns={useColumns(kinds, isAll)}
        rowKey={({ kind, integrationId, customer }) => `${customer?.customerId ?? ''} ${kind} ${integrationId}`}
        words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
        empty={<EmptyState title={words.nothing} text={words.nothingText} icon={<Plug size={28} strokeWidth={1.5} />} />}
      />
      <IntegrationGallery customerId={customerId} kinds={kinds} />
    </>
  )
}
