import { useQuery } from '@tanstack/react-query'
import type { Storage, StoredPart } from '@vakt/contract/retention/storage.ts'
import { lazy, Suspense } from 'react'
import { type Format, useFormat } from '#web/platform/format.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useTexts } from '#web/platform/texts.ts'
import { createUnitFormat } from '#web/ui/chart/format-unit.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { type Column, RowTable } from '#web/ui/table/row-table.tsx'
import styles from './storage.module.css'
import { storageTexts } from './storage.texts.ts'
import { storageQuery } from './storage-queries.ts'
import { sentenceOf } from './storage-sentence.ts'

const RetentionSection = lazy(() => import('./retention-section.tsx').then((module) => ({ default: module.RetentionSection })))

/** How large the database is, of what, and until when its disk lasts. */
export function StoragePage() {
  const words = useTexts(storageTexts)
  usePageTitle(words.title)
  const query = useQuery(storageQuery)
  return (
    <div className={styles.page}>
      <header className={styles.heading}>
        <h1>{words.title}</h1>
        {query.data ? <Conclusion storage={query.data} /> : null}
      </header>
      {query.data ? (
        <Parts storage={query.data} />
      ) : query.isError ? (
        <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={8} />
      )}
      <Suspense>
        <RetentionSection />
      </Suspense>
    </div>
  )
}

const longDate = ({ locale, timeZone }: Format, iso: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(iso))

function Conclusion({ storage }: { storage: Storage }) {
  const words = useTexts(storageTexts)
  const format = useFormat()
  const size = createUnitFormat('bytes', format.locale).value
  const says = sentenceOf(storage)
  const { disk, noDisk, growthPerDay } = storage
  const growth = {
    unknown: `${words.size(size(storage.bytes))} ${words.tomorrow}`,
    grows: words.sizeAndGrowth(size(storage.bytes), size(growthPerDay ?? 0)),
    steady: words.sizeAndSteady(size(storage.bytes)),
  }[says.growth]
  const free = disk ? size(disk.freeBytes) : ''
  const folder = disk?.folder ?? noDisk?.folder ?? ''
  const ofDisk = {
    another_machine: words.elsewhere,
    folder_not_told: words.notTold,
    folder_unreadable: words.unreadable(folder),
    fills: words.fills(folder, free, disk?.fullAt ? longDate(format, disk.fullAt) : ''),
    lasts: words.lasts(folder, free),
    known: words.free(folder, free),
  }[says.disk]
  return (
    <p>
      {growth} {ofDisk}
    </p>
  )
}

function Parts({ storage }: { storage: Storage }) {
  const words = useTexts(storageTexts)
  const columns = useColumns(storage.measuredFrom)
  return (
    <>
      <RowTable label={words.table} columns={columns} rows={storage.parts} rowKey={({ kind }) => kind} />
      <p className={styles.note}>{words.note}</p>
    </>
  )
}

function useColumns(measuredFrom: string | null): Column<StoredPart>[] {
  const words = useTexts(storageTexts)
  const format = useFormat()
  const isPhone = useIsPhone()
  const size = createUnitFormat('bytes', format.locale).value
  const signed = (bytes: number) => (bytes < 0 ? `−${size(-bytes)}` : `+${size(bytes)}`)
  const termOf = ({ days, shortestDays }: StoredPart) => {
    if (days === null) return null
    if (shortestDays !== null && shortestDays < days) return words.fromDaysToDays(shortestDays, days)
    return days > 700 ? words.years(Math.round(days / 365.25)) : words.days(days)
  }
  const number = (text: string | null) => (
    <span className={styles.number}>
      {text ?? (
        <>
          <span aria-hidden="true">–</span>
          <VisuallyHidden>{words.notKnown}</VisuallyHidden>
        </>
      )}
    </span>
  )
  return [
    { key: 'kind', label: words.kind, phone: 'first', cell: ({ kind }) => words.kinds[kind] },
    { key: 'bytes', label: words.bytes, width: '9rem', phone: 'first', cell: ({ bytes }) => number(size(bytes)) },
    {
      key: 'growth',
      label: measuredFrom ? words.growthSince(format.day(measuredFrom.slice(0, 10))) : words.growth,
      width: '12rem',
      phone: 'second',
      // Without the header a dash would say nothing.
      cell: ({ growthBytes }) => (growthBytes === null && isPhone ? null : number(growthBytes === null ? null : signed(growthBytes))),
    },
    {
      key: 'rows',
      label: words.rows,
      width: '9rem',
      phone: 'hidden',
      cell: ({ rows }) => number(rows === null ? null : format.number(rows)),
    },
    {
      key: 'oldest',
      label: words.oldest,
      width: '10rem',
      phone: 'hidden',
      cell: ({ oldestAt }) => (oldestAt ? <RelativeTime iso={oldestAt} /> : null),
    },
    { key: 'term', label: words.term, width: '9rem', phone: 'second', cell: termOf },
  ]
}
