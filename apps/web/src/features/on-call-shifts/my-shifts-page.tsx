import { useQuery } from '@tanstack/react-query'
import type { OwnShift } from '@vakt/contract/on-call/on-call-shifts.ts'
import { CalendarPlus, PhoneCall } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CalendarAddress } from '#web/shared/calendar-address/calendar-address.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { ownShiftsQuery, shiftCalendarQuery, swapsQuery, useCreateShiftCalendar, useRevokeShiftCalendar } from './shift-queries.ts'
import { SwapList } from './shift-swaps.tsx'
import styles from './shifts.module.css'
import { shiftTexts } from './shifts.texts.ts'
import { useSpan } from './use-span.ts'

const OfferDialog = lazy(() => import('./offer-dialog.tsx').then((module) => ({ default: module.OfferDialog })))

/** One's own shifts on call, what colleagues are asked, and the calendar of them. */
export function MyShiftsPage() {
  const words = useTexts(shiftTexts)
  const { locale } = useFormat()
  usePageTitle(words.title)
  const own = useQuery(ownShiftsQuery)
  const [offered, setOffered] = useState<OwnShift | null>(null)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{words.title}</h1>
          <p className={styles.intro}>
            {own.data ? <Conclusion shifts={own.data.shifts} /> : null}{' '}
            {own.data ? words.hours(number.format(own.data.hours.past), number.format(own.data.hours.coming)) : null}
          </p>
        </div>
        <ShiftCalendar />
      </header>
      <SwapList />
      {!own.data && own.isError ? (
        <ErrorState title={words.failed} error={own.error} onRetry={() => void own.refetch()} />
      ) : !own.data ? (
        <ListSkeleton rows={4} />
      ) : own.data.shifts.length === 0 ? (
        <EmptyState title={words.noneTitle} text={words.noneText} icon={<PhoneCall size={28} strokeWidth={1.5} />} />
      ) : (
        <section className={styles.section} aria-labelledby="coming-shifts">
          <h2 id="coming-shifts">{words.shifts}</h2>
          <ul className={styles.rows}>
            {own.data.shifts.map((shift) => (
              <ShiftRow key={`${shift.scheduleId} ${shift.from}`} shift={shift} onOffer={() => setOffered(shift)} />
            ))}
          </ul>
        </section>
      )}
      <Suspense>
        <OfferDialog shift={offered} colleagues={own.data?.colleagues ?? []} onClose={() => setOffered(null)} />
      </Suspense>
    </div>
  )
}

/** Whether the user is on call now, and until when; else when they are next. */
function Conclusion({ shifts }: { shifts: OwnShift[] }) {
  const words = useTexts(shiftTexts)
  const format = useFormat()
  const span = useSpan()
  const [shift] = shifts
  if (!shift) return null
  const { schedule, from, to, isOpenEnded } = shift
  if (Date.parse(from) > serverNow()) return <strong>{words.nextShift(schedule, span(shift))}</strong>
  return <strong>{isOpenEnded ? words.onCallOpenEnded(schedule) : words.onCallUntil(schedule, format.exact(to))}</strong>
}

function ShiftRow({ shift, onOffer }: { shift: OwnShift; onOffer: () => void }) {
  const words = useTexts(shiftTexts)
  const { locale } = useFormat()
  const span = useSpan()
  const swaps = useQuery(swapsQuery)
  const { schedule, scheduleId, from, to, isOverride, isOpenEnded } = shift
  const open = swaps.data?.filter(
    (swap) => swap.state === 'open' && swap.scheduleId === scheduleId && swap.from < to && swap.to > from && swap.isOwn,
  )
  const hours = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format((Date.parse(to) - Date.parse(from)) / 3_600_000)
  const isNow = Date.parse(from) <= serverNow()
  const when = span(shift)
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p className={styles.when}>{when}</p>
        <p className={styles.facts}>
          <span>{schedule}</span>
          {isOpenEnded ? null : <span>{words.hoursOf(hours)}</span>}
          {isNow ? <span className={styles.now}>{words.now}</span> : null}
          {isOverride ? <span>{words.override}</span> : null}
          {open?.map((swap) => (
            <span key={swap.swapId}>{words.offered(swap.asked.name)}</span>
          ))}
        </p>
      </div>
      <Button size="compact-sm" variant="default" aria-label={words.offerOf(when)} onClick={onOffer}>
        {words.offer}
      </Button>
    </li>
  )
}

function ShiftCalendar() {
  const words = useTexts(shiftTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<CalendarPlus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {words.calendar}
      </Button>
      <Dialog isOpen={isOpen} title={words.calendarTitle} onClose={() => setOpen(false)}>
        <AddressOfShifts onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function AddressOfShifts({ onClose }: { onClose: () => void }) {
  const words = useTexts(shiftTexts)
  return (
    <CalendarAddress
      about={words.calendarAbout}
      query={useQuery(shiftCalendarQuery)}
      create={useCreateShiftCalendar()}
      revoke={useRevokeShiftCalendar()}
    >
      <Button variant="default" onClick={onClose}>
        {words.close}
      </Button>
    </CalendarAddress>
  )
}
