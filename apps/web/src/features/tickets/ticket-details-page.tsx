import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { TicketDetails } from '@vakt/contract/tickets.ts'
import { ChevronLeft } from 'lucide-react'
import { useRef } from 'react'
import { StatusBadge } from '#web/links/status-badge.tsx'
import { ticketQuery } from '#web/links/ticket-query.ts'
import { ApiError } from '#web/platform/api.ts'
import { useLiveCustomer } from '#web/platform/live.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { DetailPage, Section } from '#web/ui/detail-page.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { PriorityMark } from '#web/ui/severity-mark.tsx'
import { DetailSkeleton } from '#web/ui/skeleton.tsx'
import { ticketDetailsTexts } from './ticket-details.texts.ts'
import { TicketFacts } from './ticket-facts.tsx'
import { ticketOwnerQuery } from './ticket-queries.ts'
import { TicketReply } from './ticket-reply.tsx'
import { TicketStory } from './ticket-story-list.tsx'

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
  if (!isNotFound(error)) return <ErrorState isWholePage title={words.loadFailed} error={error} onRetry={onRetry} />
  return (
    <EmptyState isWholePage title={words.notFound} text={words.notFoundText}>
      <Button variant="default" component={Link} to="/tickets/$customerId" params={{ customerId: shown.customerId } as never}>
        {words.goToList}
      </Button>
    </EmptyState>
  )
}

function TicketOfCustomer({ customerId, ticketId }: { customerId: string; ticketId: string }) {
  useLiveCustomer(customerId)
  const query = useQuery(ticketQuery(customerId, ticketId))
  usePageTitle(query.data?.subject)
  if (query.isPending) return <DetailSkeleton />
  if (!query.data) return <TicketMissing error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      {query.isRefetchError ? <RefreshFailed onRetry={() => void query.refetch()} /> : null}
      <TicketView customerId={customerId} ticket={query.data} />
    </>
  )
}

function TicketView({ customerId, ticket }: { customerId: string; ticket: TicketDetails }) {
  const words = useTexts(ticketDetailsTexts)
  const { can } = useShownCustomer()
  const mayWrite = can(['@feature.tickets.write'])
  const reply = useRef<HTMLTextAreaElement>(null)
  return (
    <DetailPage
      back={
        <Link to="/tickets/$customerId" params={{ customerId }}>
          <ChevronLeft size={14} aria-hidden="true" /> {words.backToList}
        </Link>
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
        </>
      }
      actions={
        mayWrite && ticket.status !== 'closed' ? (
          <Button variant="default" onClick={() => reply.current?.focus()}>
            {words.reply}
          </Button>
        ) : null
      }
      factsLabel={words.facts}
      facts={<TicketFacts customerId={customerId} ticket={ticket} />}
    >
      <Section title={words.conversation}>
        <TicketStory ticket={ticket} />
        {mayWrite ? <TicketReply key={ticket.ticketId} customerId={customerId} ticket={ticket} input={reply} /> : null}
      </Section>
    </DetailPage>
  )
}
