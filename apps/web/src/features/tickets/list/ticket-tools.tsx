import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Link2 } from 'lucide-react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FollowButton } from '#web/shared/follow/follow-button.tsx'
import { ticketPath } from '#web/shared/links/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useShortcuts } from '#web/ui/hooks/use-shortcuts.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import type { ListedTicketId } from './seen-list.ts'
import styles from './ticket-tools.module.css'
import { ticketToolTexts } from './ticket-tools.texts.ts'
import { usePlaceInSeenList } from './use-seen-list.ts'

/** The next and the previous ticket of the list that was seen last, and the link of this one. */
export function TicketTools({ customerId, ticketId, mayFollow }: { customerId: string; ticketId: string; mayFollow: boolean }) {
  const words = useTexts(ticketToolTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const place = usePlaceInSeenList(ticketId)
  const goTo = (ticket: ListedTicketId) => void navigate({ to: '/tickets/$customerId/$ticketId/details', params: ticket })
  const [previous, next] = [place?.previous, place?.next]
  useShortcuts({ j: next ? () => goTo(next) : undefined, k: previous ? () => goTo(previous) : undefined })
  const copy = () => {
    const link = location.origin + ticketPath(customerId, ticketId)
    const refuse = () => showToast(words.linkNotCopied, 'failure')
    navigator.clipboard.writeText(link).then(() => showToast(words.linkCopied, 'success'), refuse)
  }
  return (
    <div className={styles.tools}>
      {place && place.of > 1 ? (
        <div className={styles.list}>
          <Step label={words.previous} to={previous} onGo={goTo}>
            <ChevronLeft size={16} aria-hidden="true" />
          </Step>
          <span className={styles.place}>
            {words.position(format.number(place.position), `${format.number(place.of)}${place.hasMore ? '+' : ''}`)}
          </span>
          <Step label={words.next} to={next} onGo={goTo}>
            <ChevronRight size={16} aria-hidden="true" />
          </Step>
        </div>
      ) : null}
      {mayFollow ? <FollowButton target={{ kind: 'ticket', customerId, id: ticketId }} /> : null}
      <Button variant="default" aria-label={words.copyLink} title={words.copyLink} className={styles.icon} onClick={copy}>
        <Link2 size={16} aria-hidden="true" />
      </Button>
    </div>
  )
}

type StepProps = { label: string; to: ListedTicketId | null | undefined; onGo: (ticket: ListedTicketId) => void; children: React.ReactNode }

function Step({ label, to, onGo, children }: StepProps) {
  return (
    <Button variant="default" aria-label={label} title={label} className={styles.icon} disabled={!to} onClick={() => to && onGo(to)}>
      {children}
    </Button>
  )
}
