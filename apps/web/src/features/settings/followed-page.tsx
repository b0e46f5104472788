import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Followed } from '@vakt/contract/notifications/follows.ts'
import { Boxes, Layers, type LucideIcon, Siren, Ticket } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { type FollowTarget, followedQuery, useFollow } from '#web/shared/follow/follow-queries.ts'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { followedTexts } from './followed.texts.ts'
import rows from './row-list.module.css'
import { SettingsPage } from './settings-page.tsx'

export function FollowedPage() {
  const words = useTexts(followedTexts)
  const query = useQuery(followedQuery)
  const page = useRef<{ focus(): void }>(null)
  return (
    <SettingsPage ref={page} title={words.title} intro={words.intro}>
      {query.data?.followed.length === 0 ? (
        <EmptyState title={words.nothing} text={words.nothingText} />
      ) : query.data ? (
        <ul className={rows.rows} aria-label={words.list}>
          {query.data.followed.map((followed) => (
            <FollowedRow key={keyOf(followed)} followed={followed} onStopped={() => page.current?.focus()} />
          ))}
        </ul>
      ) : query.isError ? (
        <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </SettingsPage>
  )
}

const keyOf = ({ customerId, kind, id, group }: Followed) => JSON.stringify([customerId, kind, id, group])
const icons: Record<Followed['kind'], LucideIcon> = { incident: Siren, ticket: Ticket, entity: Boxes, tag_group: Layers }

const targetOf = ({ customerId, kind, id, group }: Followed): FollowTarget =>
  kind === 'tag_group' ? { customerId, kind, group: (group ?? []).map(({ value }) => value ?? '') } : { customerId, kind, id: id ?? '' }

function FollowedRow({ followed, onStopped }: { followed: Followed; onStopped: () => void }) {
  const words = useTexts(followedTexts)
  const follow = useFollow()
  const titleOf = useIncidentTitle()
  const { group, customerName, incident } = followed
  const tags = (group ?? []).map(({ key, value }) => value ?? words.without(key)).join(' · ')
  const name = titleOf({ title: followed.name, finding: incident?.finding ?? null }) || tags || words.everything
  const Icon = icons[followed.kind]
  const stop = () =>
    follow.mutate(
      { target: targetOf(followed), isFollowing: false },
      {
        onSuccess() {
          showToast(words.stopped(name), 'success')
          onStopped()
        },
        onError: failureToast(words.failed),
      },
    )
  return (
    <li className={rows.row}>
      <Icon size={20} strokeWidth={1.75} className={rows.icon} aria-hidden="true" />
      <div className={rows.about}>
        <div className={rows.name}>
          <FollowedLink followed={followed}>{name}</FollowedLink>
          {incident ? <SeverityMark level={incident.severity} quiet={incident.state === 'resolved'} /> : null}
          {followed.ticketStatus ? <StatusBadge status={followed.ticketStatus} /> : null}
        </div>
        <p className={rows.facts}>
          <span>{words.kinds[followed.kind]}</span>
          <span>{customerName}</span>
          <span>
            {words.since} <RelativeTime iso={followed.followedAt} />
          </span>
        </p>
      </div>
      <Button variant="subtle" className={rows.end} aria-label={words.stopOne(name)} loading={follow.isPending} onClick={stop}>
        {words.stop}
      </Button>
    </li>
  )
}

function FollowedLink({ followed, children }: { followed: Followed; children: string }) {
  const { customerId, kind, id } = followed
  const of = id ?? ''
  switch (kind) {
    case 'incident':
      return (
        <Link to="/incidents/$customerId/$incidentId" params={{ customerId, incidentId: of }}>
          {children}
        </Link>
      )
    case 'ticket':
      return (
        <Link to="/tickets/$customerId/$ticketId/details" params={{ customerId, ticketId: of }}>
          {children}
        </Link>
      )
    case 'entity':
      return (
        <Link to="/my-environment/$customerId/$entityId/information" params={{ customerId, entityId: of }}>
          {children}
        </Link>
      )
    case 'tag_group':
      return (
        <Link
          to="/incidents/$customerId"
          params={{ customerId }}
          search={{ group: (followed.group ?? []).map(({ value }) => value ?? '') }}
        >
          {children}
        </Link>
      )
  }
}
