import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { writeEnd, writeTimes } from '#web/shared/service-windows/window-times.ts'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { DetailPage } from '#web/ui/page/detail-page.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { scopeTexts } from './scope.texts.ts'
import { shownMinutes } from './shown-minutes.ts'
import { shownTimes } from './shown-times.ts'
import { useScheduleText } from './use-schedule-text.ts'
import { WindowActions } from './window-actions.tsx'
import { windowPageTexts } from './window-page.texts.ts'
import { windowAheadQuery, windowQuery } from './window-queries.ts'
import { describeScope, namesNoNumber, writeTag } from './window-scope.ts'
import { WindowStateMark } from './window-state.tsx'
import styles from './windows.module.css'
import { windowTexts } from './windows.texts.ts'

const WindowApproval = lazy(() => import('./window-approval.tsx').then((module) => ({ default: module.WindowApproval })))

const WindowAhead = lazy(() => import('./window-ahead.tsx').then((module) => ({ default: module.WindowAhead })))

const WindowGroups = lazy(() => import('./window-groups.tsx').then((module) => ({ default: module.WindowGroups })))

const WindowOccurrences = lazy(() => import('./window-occurrences.tsx').then((module) => ({ default: module.WindowOccurrences })))

const UnsettledWindow = lazy(() =>
  import('#web/shared/service-windows/end-failed.tsx').then((module) => ({ default: module.UnsettledWindow })),
)

/** One service window: what is held, until when, by whom and why; and each occurrence with what it held. */
export function WindowPage() {
  const words = useTexts(windowPageTexts)
  const { customerId } = useShownCustomer()
  const { swId = '' } = useParams({ strict: false }) as { swId?: string }
  const query = useQuery(windowQuery({ customerId, serviceWindowId: swId }))
  if (query.isPending) return <DetailSkeleton />
  const toList = (
    <ButtonLink variant="default" to="/service-window/$customerId" params={{ customerId }}>
      {words.toList}
    </ButtonLink>
  )
  if (!query.data && query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400)) {
    return (
      <EmptyState isWholePage title={words.notFound} text={words.notFoundText}>
        {toList}
      </EmptyState>
    )
  }
  if (!query.data) {
    return (
      <ErrorState isWholePage title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()}>
        {toList}
      </ErrorState>
    )
  }
  return (
    <>
      {query.isRefetchError ? <RefreshFailed onRetry={() => void query.refetch()} /> : null}
      <WindowView customerId={customerId} window={query.data} />
    </>
  )
}

type WindowProps = { customerId: string; window: ServiceWindow }

function WindowView({ customerId, window }: WindowProps) {
  const words = useTexts(windowPageTexts)
  const { can } = useShownCustomer()
  const mayWrite = can(['@feature.servicewindow.write'])
  return (
    <DetailPage
      back={
        <Link to="/service-window/$customerId" params={{ customerId }}>
          <ChevronLeft size={14} aria-hidden="true" /> {words.toList}
        </Link>
      }
      title={window.reason}
      state={
        <>
          <WindowStateMark window={window} />
          {window.unsettled ? (
            <Suspense>
              <UnsettledWindow unsettled={window.unsettled} />
            </Suspense>
          ) : (
            <Answer customerId={customerId} window={window} />
          )}
          {window.createdBy ? <span>{words.createdBy(window.createdBy.name)}</span> : null}
        </>
      }
      actions={mayWrite ? <WindowActions customerId={customerId} window={window} /> : null}
      factsLabel={words.about}
      facts={<WindowFacts customerId={customerId} window={window} />}
    >
      <Suspense>
        {window.approval?.state === 'waiting' && (window.ongoing || window.next) && window.enabled ? (
          <WindowApproval customerId={customerId} window={window} />
        ) : null}
        {window.state === 'expired' ? null : <WindowAhead customerId={customerId} window={window} />}
        <WindowOccurrences customerId={customerId} window={window} />
      </Suspense>
    </DetailPage>
  )
}

/** What is held, on how many resources, and until when. */
function Answer({ customerId, window }: WindowProps) {
  const words = useTexts(windowPageTexts)
  const scopeWords = useTexts(scopeTexts)
  const format = useFormat()
  const { state, ongoing } = window
  const ahead = useQuery({ ...windowAheadQuery(customerId, window), enabled: state !== 'expired' })
  const scope = describeScope(window.scope, window.entities, scopeWords, format.locale)
  const what = ahead.data && namesNoNumber(window.scope) ? `${scope} (${scopeWords.resources(ahead.data.entities)})` : scope
  const when = writeTimes(shownTimes(window), format)
  const sentence = {
    ongoing: () => words.holds(what, ongoing ? writeEnd(ongoing.approvedUntil ?? ongoing.endsAt, format) : ''),
    upcoming: () => words.willHold(what, when),
    'awaiting-approval': () => words.wouldHold(what, when),
    refused: () => words.isRefused(what),
    disabled: () => words.isDisabled(what),
    expired: () => words.held(what),
  }[state]
  const next = ongoing && window.next ? ` ${words.thenNext(writeTimes(window.next, format))}` : ''
  return <span className={styles.answer}>{`${sentence()}${next}`}</span>
}

function WindowFacts({ customerId, window }: WindowProps) {
  const words = useTexts(windowPageTexts)
  const titles = useTexts(windowTexts)
  const scopeWords = useTexts(scopeTexts)
  const scheduleText = useScheduleText()
  const format = useFormat()
  const { scope, entities, approval, repeats, recipients, notices } = window
  return (
    <>
      <Facts>
        <Fact label={words.covers}>
          <ul className={styles.plain}>
            {scope.everything ? <li>{scopeWords.everything}</li> : null}
            {entities.map((entity) => (
              <li key={entity.entityId}>
                <EntityLink customerId={customerId} entity={entity} />
              </li>
            ))}
            {scope.resourceGroups.map((group) => (
              <li key={`group ${group}`}>{scopeWords.group(group)}</li>
            ))}
            {scope.tags.map((tag) => (
              <li key={`tag ${tag}`}>{scopeWords.tag(writeTag(tag))}</li>
            ))}
            {scope.metrics.length > 0 ? <li className={styles.dim}>{scopeWords.onlyMetrics(scope.metrics.join(', '))}</li> : null}
          </ul>
        </Fact>
        <Fact label={words.schedule}>
          {scheduleText(window.schedule, window.cronDescription)}
          {repeats === 'never' ? null : <span className={styles.dim}> · {titles.repeats[repeats]}</span>}
        </Fact>
        <Fact label={words.duration}>{format.duration(shownMinutes(window.durationInSeconds), 'exact')}</Fact>
        <Fact label={words.cron}>
          {window.cronExpression ? <code>{`${window.cronExpression} (${window.schedule.timeZone})`}</code> : null}
        </Fact>
        <Fact label={words.next}>{window.next ? writeTimes(window.next, format) : null}</Fact>
        {approval ? (
          <Fact label={words.approval}>
            {approval.state === 'waiting'
              ? words.waiting
              : words[approval.state](approval.by ?? '', approval.at ? format.exact(approval.at) : '')}
            {approval.reason ? <p className={styles.dim}>{approval.reason}</p> : null}
          </Fact>
        ) : null}
        <Fact label={words.notices}>
          {recipients.length + notices.roles.length > 0 ? (
            <>
              {new Intl.ListFormat(format.locale).format([...recipients.map(({ name }) => name), ...notices.roles.map(words.role)])}
              <p className={styles.dim}>
                {[
                  notices.minutesBefore && words.before(format.duration(notices.minutesBefore, 'exact')),
                  notices.atStart && words.atStart,
                  notices.atEnd && words.atEnd,
                ]
                  .filter(Boolean)
                  .join(' · ') || words.onlyCancelled}
              </p>
            </>
          ) : (
            words.noOne
          )}
        </Fact>
        <Fact label={words.ticket}>
          {window.relatedTicketId ? <TicketLink customerId={customerId} ticketId={window.relatedTicketId} /> : null}
        </Fact>
        <Fact label={words.created}>
          {format.exact(window.createdAt)} <span className={styles.dim}>{window.createdBy ? words.by(window.createdBy.name) : null}</span>
        </Fact>
        <Fact label={words.modified}>
          {window.modifiedBy ? (
            <>
              {format.exact(window.modifiedAt)} <span className={styles.dim}>{words.by(window.modifiedBy)}</span>
            </>
          ) : null}
        </Fact>
      </Facts>
      {window.providerWindowId ? (
        <Suspense>
          <WindowGroups providerWindowId={window.providerWindowId} />
        </Suspense>
      ) : null}
    </>
  )
}
