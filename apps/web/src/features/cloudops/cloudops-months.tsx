import { useQuery } from '@tanstack/react-query'
import { listCloudOpsCosts } from '@vakt/contract/cloudops.ts'
import { writeMoney } from '@vakt/domain/cloudops/write-money.ts'
import { withCapital, writeMonth } from '@vakt/domain/reports/write-figures.ts'
import { Download } from 'lucide-react'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { useExportItems } from '#web/ui/table/use-export-items.ts'
import styles from './cloudops.module.css'
import { cloudOpsAdminTexts } from './cloudops-admin.texts.ts'
import { monthsQuery } from './cloudops-queries.ts'

/** What the service costs a customer by month, each with its resources as a file. */
export function CloudOpsMonths({ customerId }: { customerId: string }) {
  const words = useTexts(cloudOpsAdminTexts)
  const { locale, number } = useFormat()
  const query = useQuery(monthsQuery(customerId))
  if (query.isPending) return <ListSkeleton rows={3} />
  if (!query.data) return <ErrorState title={words.monthsFailed} error={query.error} onRetry={() => void query.refetch()} />
  if (query.data.every(({ resources }) => resources === 0)) return <p className={styles.dim}>{words.noMonths}</p>
  return (
    <ul className={styles.months}>
      {query.data.map(({ month, isFrozen, resources, activeMinutes, amountMinor, currency, settledElsewhere }) => (
        <li key={month}>
          <strong>{withCapital(writeMonth(month, locale), locale)}</strong>
          <span>
            <span className={styles.number}>{writeMoney(amountMinor, currency, locale)}</span>
            {settledElsewhere > 0 ? ` ${words.elsewhere(settledElsewhere)}` : ''}
            {isFrozen ? null : <span className={styles.dim}> {words.soFar}</span>}
          </span>
          <span className={styles.dim}>
            {words.resources}: {number(resources)} · {words.hours}: {number(Math.round(activeMinutes / 60))}
          </span>
          <MonthExport customerId={customerId} month={month} name={writeMonth(month, locale)} />
        </li>
      ))}
    </ul>
  )
}

function MonthExport({ customerId, month, name }: { customerId: string; month: string; name: string }) {
  const words = useTexts(cloudOpsAdminTexts)
  const items = useExportItems((format) => downloadList(listCloudOpsCosts, { params: { customerId, month } }, format))
  return <MenuButton size="compact-sm" label={words.export(name)} icon={<Download size={16} aria-hidden="true" />} {...items} />
}
