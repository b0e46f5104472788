import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type CloudOpsCost, listCloudOpsCosts } from '@vakt/contract/cloudops.ts'
import { addMonths } from '@vakt/domain/cloudops/price.ts'
import { writeMoney } from '@vakt/domain/cloudops/write-money.ts'
import { withCapital, writeMonth } from '@vakt/domain/reports/write-figures.ts'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { useExportItems } from '#web/ui/table/use-export-items.ts'
import styles from './cloudops.module.css'
import { cloudOpsCostsTexts } from './cloudops-costs.texts.ts'
import { cloudOpsCostsSearch } from './cloudops-costs-search.ts'
import { costsQuery } from './cloudops-queries.ts'

const maxMonths = 12

/** From the first month to the last; one that is before the first counts as the first. */
function monthsBetween(first: string, last: string): string[] {
  const months = [first]
  for (let month = addMonths(first, 1); month <= last && months.length < maxMonths; month = addMonths(month, 1)) months.push(month)
  return months
}

/** What each resource cost in some months, as the report of those months adds it up. */
export function CloudOpsCostsPage() {
  const words = useTexts(cloudOpsCostsTexts)
  const { customerId, name } = useShownCustomer()
  const search = cloudOpsCostsSearch(useSearch({ strict: false }))
  const first = search.from ?? addMonths(new Date(serverNow()).toISOString().slice(0, 7), -1)
  const months = monthsBetween(first, search.to ?? first)
  const group = search.group ?? []
  return (
    <div className={styles.page}>
      <PageHeading title={words.title}>
        {words.intro(name)}
        {group.length > 0 ? ` ${words.onlyGroup(group.map((value) => value || words.withoutTag).join(' / '))}` : null}
      </PageHeading>
      <MonthSteps months={months} group={group} />
      {months.map((month) => (
        <MonthCosts key={month} customerId={customerId} month={month} group={group} />
      ))}
    </div>
  )
}

/** As many months before and after those that are shown. */
function MonthSteps({ months, group }: { months: readonly string[]; group: readonly string[] }) {
  const words = useTexts(cloudOpsCostsTexts)
  const { locale } = useFormat()
  const { customerId } = useShownCustomer()
  const current = new Date(serverNow()).toISOString().slice(0, 7)
  const step = (by: number, label: string) => {
    const [from, to] = [addMonths(months.at(0) ?? current, by), addMonths(months.at(-1) ?? current, by)]
    if (from > current) return null
    const said = from === to ? writeMonth(from, locale) : `${writeMonth(from, locale)} – ${writeMonth(to, locale)}`
    return (
      <ButtonLink
        variant="default"
        to="/my-environment/$customerId/cloudops-costs"
        params={{ customerId }}
        search={{ from, to, ...(group.length > 0 ? { group: [...group] } : {}) }}
        aria-label={`${label}: ${said}`}
        {...(by < 0
          ? { leftSection: <ChevronLeft size={14} aria-hidden="true" /> }
          : { rightSection: <ChevronRight size={14} aria-hidden="true" /> })}
      >
        {withCapital(said, locale)}
      </ButtonLink>
    )
  }
  return (
    <div className={styles.actions}>
      {step(-months.length, words.before)}
      {step(months.length, words.after)}
    </div>
  )
}

type OfMonth = { customerId: string; month: string; group: readonly string[] }

function MonthCosts(of: OfMonth) {
  const words = useTexts(cloudOpsCostsTexts)
  const { locale } = useFormat()
  const query = useQuery(costsQuery(of))
  const title = withCapital(writeMonth(of.month, locale), locale)
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {query.data && query.data.length > 0 ? <MonthExport {...of} name={title} /> : null}
      </div>
      {query.data ? (
        query.data.length > 0 ? (
          <CostTable customerId={of.customerId} title={title} costs={query.data} />
        ) : (
          <p className={styles.dim}>{words.nothing}</p>
        )
      ) : query.isError ? (
        <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={4} />
      )}
    </section>
  )
}

function MonthExport({ customerId, month, group, name }: OfMonth & { name: string }) {
  const words = useTexts(cloudOpsCostsTexts)
  const query = group.length > 0 ? { group: [...group] } : {}
  const items = useExportItems((format) => downloadList(listCloudOpsCosts, { params: { customerId, month }, query }, format))
  return <MenuButton size="compact-sm" label={words.export(name)} icon={<Download size={16} aria-hidden="true" />} {...items} />
}

function CostTable({ customerId, title, costs }: { customerId: string; title: string; costs: readonly CloudOpsCost[] }) {
  const words = useTexts(cloudOpsCostsTexts)
  const { locale, number } = useFormat()
  const currency = costs[0]?.currency ?? ''
  const sum = costs.reduce((total, { amountMinor }) => total + (amountMinor ?? 0), 0)
  return (
    <table className={styles.costs} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{words.resource}</th>
          <th scope="col">{words.hours}</th>
          <th scope="col">{words.cost}</th>
        </tr>
      </thead>
      <tbody>
        {costs.map(({ entityId, entityName, activeMinutes, amountMinor, currency: own }) => (
          <tr key={entityId}>
            <th scope="row">
              <EntityLink customerId={customerId} entity={{ entityId, name: entityName }} />
            </th>
            <td>{number(Math.round(activeMinutes / 60))}</td>
            <td>{amountMinor === null ? words.elsewhere : writeMoney(amountMinor, own, locale)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.sum}</th>
          <td />
          <td>{writeMoney(sum, currency, locale)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
