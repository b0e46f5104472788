import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Notification } from '@vakt/contract/notifications/notifications.ts'
import { Check, Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useActorName } from '#web/platform/branding.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { writeEnd } from '#web/shared/service-windows/window-times.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { timeLeftTexts } from '#web/shared/tickets/time-left.texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { failureToast } from '#web/ui/toast/toast.ts'
import { notificationListQuery, useMarkRead } from './notification-queries.ts'
import styles from './notifications.module.css'
import { notificationTexts } from './notifications.texts.ts'

/** What the user was told, the newest first. */
export function NotificationPanel() {
  const words = useTexts(notificationTexts)
  const isLimited = useSession().user.resource_limit !== undefined
  const list = useInfiniteQuery(notificationListQuery)
  const mark = useMarkRead()
  const rows = useRows(list.data)
  const [newest] = rows
  const hasUnread = rows.some(({ isRead }) => !isRead)
  const markRead = (body: Parameters<typeof mark.mutate>[0]) => mark.mutate(body, { onError: failureToast(words.notMarked) })
  return (
    <section className={styles.panel} aria-label={words.title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{words.title}</h2>
        {newest && hasUnread ? (
          <Button variant="subtle" size="compact-sm" onClick={() => markRead({ upTo: newest.notificationId })}>
            {words.markAllRead}
          </Button>
        ) : null}
        <Link to="/settings/notifications" className={styles.tool} aria-label={words.choose} title={words.choose}>
          <Settings2 size={16} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      </header>
      {list.isPending ? (
        <div className={styles.waiting}>
          <ListSkeleton rows={5} />
        </div>
      ) : list.isError && rows.length === 0 ? (
        <ErrorState title={words.failed} error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState title={words.nothing} text={isLimited ? words.nothingTextOfLimited : words.nothingText} />
      ) : (
        <ul className={styles.list}>
          {rows.map((told) => (
            <NotificationRow key={told.notificationId} told={told} onRead={() => markRead({ notificationIds: [told.notificationId] })} />
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <div className={styles.more}>
          <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words.showMore}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function NotificationRow({ told, onRead }: { told: Notification; onRead: () => void }) {
  const words = useTexts(notificationTexts)
  const statuses: Record<string, string | undefined> = useTexts(ticketStatusTexts)
  const { clocks } = useTexts(timeLeftTexts)
  const format = useFormat()
  const session = useSession()
  const titleOf = useIncidentTitle()
  const actorName = useActorName()
  const { customerId, ticketId, incidentId, serviceWindow, target, tickets, isRead } = told
  const subject = titleOf({ ...told, title: told.subject })
  const due = target && {
    clock: clocks[target.clock],
    time: writeEnd(target.dueAt, format),
    isPast: Date.parse(target.dueAt) <= serverNow(),
  }
  const status = statuses[told.status ?? '']?.toLocaleLowerCase() ?? ''
  const content = (
    <>
      <span className={styles.said}>
        {told.severity ? <SeverityMark level={told.severity} quiet={told.kind === 'incident_resolved'} /> : null}{' '}
        {words.said[told.kind]({ ...told, actor: actorName(told.actor), status, due })}
        {told.private ? <span className={styles.internal}>{words.internal}</span> : null}
      </span>
      <span className={styles.subject}>
        {ticketId === null ? null : `#${ticketId} `}
        {tickets > 1 ? words.moreTickets(subject, tickets - 1) : subject}
      </span>
      <span className={styles.facts}>
        {isStaff(session) ? <span>{told.customerName}</span> : null}
        <RelativeTime iso={told.createdAt} />
      </span>
    </>
  )
  const read = () => {
    if (!isRead) onRead()
  }
  return (
    <li className={styles.row} data-unread={!isRead || undefined}>
      {incidentId !== null ? (
        <IncidentTarget customerId={customerId} incidentId={tickets > 1 ? null : incidentId} onClick={read}>
          {content}
        </IncidentTarget>
      ) : serviceWindow ? (
        <Link
          to="/service-window/$customerId/$swId"
          params={{ customerId, swId: serviceWindow.serviceWindowId }}
          className={styles.link}
          onClick={read}
        >
          {content}
        </Link>
      ) : told.onCall ? (
        <Link to={told.onCall === 'gap' ? '/admin/on-call' : '/settings/shifts'} className={styles.link} onClick={read}>
          {content}
        </Link>
      ) : told.cloudOpsEntityId !== null ? (
        <Link
          to={tickets > 1 ? '/my-environment/$customerId' : '/my-environment/$customerId/$entityId/cloudops'}
          params={{ customerId, entityId: told.cloudOpsEntityId }}
          className={styles.link}
          onClick={read}
        >
          {content}
        </Link>
      ) : told.leavingCustomerId !== null ? (
        <Link to="/admin/customers" search={{ open: told.leavingCustomerId }} className={styles.link} onClick={read}>
          {content}
        </Link>
      ) : ticketId === null ? (
        <Link to="/admin/webhooks" search={{ customer: customerId }} className={styles.link} onClick={read}>
          {content}
        </Link>
      ) : tickets > 1 ? (
        <Link to="/tickets/$customerId" params={{ customerId }} className={styles.link} onClick={read}>
          {content}
        </Link>
      ) : (
        <Link to="/tickets/$customerId/$ticketId/details" params={{ customerId, ticketId }} className={styles.link} onClick={read}>
          {content}
        </Link>
      )}
      {isRead ? null : (
        <button
          type="button"
          className={styles.tool}
          aria-label={`${words.markRead}: ${ticketId === null ? subject : `#${ticketId}`}`}
          title={words.markRead}
          onClick={onRead}
        >
          <Check size={16} aria-hidden="true" />
        </button>
      )}
    </li>
  )
}

type IncidentTargetProps = { customerId: string; incidentId: string | null; onClick: () => void; children: ReactNode }

/** To the incident, or to the list where it is about several. */
function IncidentTarget({ customerId, incidentId, onClick, children }: IncidentTargetProps) {
  return incidentId === null ? (
    <Link to="/incidents/$customerId" params={{ customerId }} className={styles.link} onClick={onClick}>
      {children}
    </Link>
  ) : (
    <Link to="/incidents/$customerId/$incidentId" params={{ customerId, incidentId }} className={styles.link} onClick={onClick}>
      {children}
    </Link>
  )
}
