import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { overviewAccess } from '@vakt/contract/features.ts'
import type { TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TicketStory } from '#web/features/tickets/conversation/ticket-story-list.tsx'
import { useEarlyReply } from '#web/features/tickets/conversation/use-early-reply.ts'
import { placeIn, readSeenList } from '#web/features/tickets/list/seen-list.ts'
import type { TicketTab } from '#web/features/tickets/list/ticket-tabs.tsx'
import styles from '#web/features/tickets/tickets.module.css'
import { ApiError } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { viewedUser } from '#web/platform/view-as.ts'
import { ticketListPath } from '#web/shared/links/paths.ts'
import { PriorityMark } from '#web/shared/severity/severity-mark.tsx'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { ticketQuery } from '#web/shared/tickets/ticket-query.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { useShortcuts } from '#web/ui/hooks/use-shortcuts.ts'
import { DetailPage } from '#web/ui/page/detail-page.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { ticketDetailsTexts } from './ticket-details.texts.ts'
import { ticketOwnerQuery } from './ticket-details-queries.ts'
import { type FactTriggers, TicketFacts } from './ticket-facts.tsx'
import { usePresence } from './use-presence.ts'

const isNotFound = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

export function TicketDetailsPage() {
  const { customerId, ticketId = '' } = useParams({ strict: false }) as { customerId?: string; ticketId?: string }
  const owner = useQuery({ ...ticketOwnerQuery(ticketId), enabled: customerId === undefined })
  const known = customerId ?? owner.data?.customerId
  if (known) return <TicketOfCustomer customerId={known} ticketId={ticketId} />
  if (owner.isError) return <TicketMissing error={owner.error} onRetry={() => void owner.refetch()} />
  return <DetailSkeleton />
}

function TicketMissing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useTexts(ticketDetailsTexts)
  const shown = useShownCustomer()
  const toList = (
    <ButtonLink variant="default" to="/tickets/$customerId" params={{ customerId: shown.customerId }}>
      {words.goToList}
    </ButtonLink>
  )
  if (!isNotFound(error))
    return (
      <ErrorState isWholePage title={words.loadFailed} error={error} onRetry={onRetry}>
        {toList}
      </ErrorState>
    )
  return (
    <EmptyState isWholePage title={words.notFound} text={words.notFoundText}>
      {toList}
    </EmptyState>
  )
}

function TicketOfCustomer({ customerId, ticketId }: { customerId: string; ticketId: string }) {
  const query = useQuery(ticketQuery(customerId, ticketId))
  if (query.isPending) return <DetailSkeleton />
  if (!query.data) return <TicketMissing error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      {query.isRefetchError ? <RefreshFailed onRetry={() => void query.refetch()} /> : null}
      <TicketView customerId={customerId} ticket={query.data} />
    </>
  )
}

// Begins with the page, which does not wait for it: what was said is read before anything is written.
const loadingReply = import('#web/features/tickets/conversation/ticket-reply.tsx')
loadingReply.catch(() => {})
const TicketReply = lazy(() => loadingReply.then((module) => ({ default: module.TicketReply })))
const CustomerCardNote = lazy(() =>
  import('#web/shared/customer-card/customer-card-note.tsx').then((module) => ({ default: module.CustomerCardNote })),
)
const TicketPresence = lazy(() => import('./ticket-presence.tsx').then((module) => ({ default: module.TicketPresence })))
const WhyLine = lazy(() => import('./why-line.tsx').then((module) => ({ default: module.WhyLine })))
const TicketTools = lazy(() => import('#web/features/tickets/list/ticket-tools.tsx').then((module) => ({ default: module.TicketTools })))
const TicketTabs = lazy(() => import('#web/features/tickets/list/ticket-tabs.tsx').then((module) => ({ default: module.TicketTabs })))

/** The entity within whose pages the ticket is shown. */
function useEntityOfPage(): string | undefined {
  const { entityId } = useParams({ strict: false }) as { entityId?: string }
  const { pathname } = useLocation()
  return pathname.startsWith('/my-environment/') ? entityId : undefined
}

/** A ticket with everything on it. */
function TicketView({ customerId, ticket }: { customerId: string; ticket: TicketDetails }) {
  const words = useTexts(ticketDetailsTexts)
  const { can } = useShownCustomer()
  const entityId = useEntityOfPage()
  const session = useSession()
  const byStaff = isStaff(session) && !viewedUser()
  const mayWrite = can(['@feature.tickets.write']) && !viewedUser()
  const mayChange = !mayWrite || ticket.status === 'closed' ? 'nothing' : byStaff ? 'all' : 'some'
  const reply = useEarlyReply(mayWrite && ticket.status !== 'closed')
  const triggers: FactTriggers = { status: useRef(null), priority: useRef(null), assignee: useRef(null) }
  // The text comes with the first render; the facts and the reply form in a second one.
  const isWhole = useDeferredValue(true, false)
  const presence = usePresence(customerId, ticket.ticketId, isWhole)
  const [showsFacts, setShowsFacts] = useState(false)
  const openFact = (fact: keyof FactTriggers) => {
    setShowsFacts(true)
    triggers[fact].current?.click()
  }
  const [tab, setTab] = useState<TicketTab>('conversation')
  const write = (isPrivate: boolean) => {
    flushSync(() => setTab('conversation'))
    reply.write(isPrivate)
  }
  const hasTabs = byStaff || ticket.hours !== null
  // Back to the list as it was, where the ticket was opened from it.
  const [seen] = useState(readSeenList)
  const list = seen && placeIn(seen, ticket.ticketId) ? seen : null
  const seesAlerts = can(overviewAccess)
  useShortcuts({
    r: mayWrite ? () => write(false) : undefined,
    n: mayWrite && byStaff ? () => write(true) : undefined,
    s: () => openFact('status'),
    a: () => openFact('assignee'),
    p: () => openFact('priority'),
  })
  return (
    <DetailPage
      back={
        entityId ? (
          <Link to="/my-environment/$customerId/$entityId/tickets" params={{ customerId, entityId }}>
            <ChevronLeft size={14} aria-hidden="true" /> {words.backToEntity(ticket.entity?.name)}
          </Link>
        ) : (
          <PlainLink href={list?.href ?? ticketListPath(customerId)}>
            <ChevronLeft size={14} aria-hidden="true" /> {words.backToList}
          </PlainLink>
        )
      }
      title={ticket.subject}
      state={
        <>
          <StatusBadge status={ticket.status} />
          <PriorityMark priority={ticket.priority} />
          <span>#{ticket.ticketId}</span>
          <span>
            {words.changed} <RelativeTime iso={ticket.modified} />
          </span>
          <Suspense>
            <TicketPresence others={presence.others} />
          </Suspense>
        </>
      }
      actions={
        <Suspense>
          <TicketTools key={ticket.ticketId} customerId={customerId} ticketId={ticket.ticketId} mayFollow={!viewedUser()} />
        </Suspense>
      }
      factsLabel={words.facts}
      fold={{
        isOpen: showsFacts,
        onToggle: () => setShowsFacts(!showsFacts),
        summary: (
          <>
            <StatusBadge status={ticket.status} />
            <PriorityMark priority={ticket.priority} />
            <span>{ticket.assignee ?? words.nobody}</span>
          </>
        ),
      }}
      facts={
        isWhole ? <TicketFacts customerId={customerId} ticket={ticket} mayChange={mayChange} triggers={triggers} byStaff={byStaff} /> : null
      }
    >
      {ticket.incident && seesAlerts ? (
        <div className={styles.whyPlace}>
          <Suspense>
            <WhyLine customerId={customerId} ticket={ticket} incident={ticket.incident} />
          </Suspense>
        </div>
      ) : null}
      <Suspense>{byStaff ? <CustomerCardNote customerId={customerId} /> : null}</Suspense>
      {hasTabs ? (
        <div className={styles.tabsPlace}>
          <Suspense>
            <TicketTabs customerId={customerId} ticket={ticket} byStaff={byStaff} tab={tab} onChoose={setTab} />
          </Suspense>
        </div>
      ) : null}
      <section hidden={tab !== 'conversation'}>
        <h2 className={styles.heading} data-hidden={hasTabs || undefined}>
          {words.conversation}
        </h2>
        <TicketStory customerId={customerId} ticket={ticket} mayEdit={mayChange !== 'nothing'} />
        {mayWrite ? (
          <div className={isWhole ? undefined : styles.replyPlace}>
            {isWhole ? (
              <Suspense>
                <TicketReply
                  key={ticket.ticketId}
                  customerId={customerId}
                  ticket={ticket}
                  handle={reply.handle}
                  onWriting={presence.tell}
                />
              </Suspense>
            ) : null}
          </div>
        ) : null}
      </section>
    </DetailPage>
  )
}
