import { useQuery } from '@tanstack/react-query'
import type { TicketComment } from '@vakt/contract/tickets/ticket-details.ts'
import { commentVersionsQuery } from '#web/features/tickets/details/ticket-details-queries.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { conversationTexts } from './conversation.texts.ts'
import styles from './ticket-story.module.css'

/** What a comment said before, the latest first. */
export function CommentVersions({ customerId, ticketId, comment }: { customerId: string; ticketId: string; comment: TicketComment }) {
  const words = useTexts(conversationTexts)
  const { data, isError } = useQuery(commentVersionsQuery(customerId, ticketId, comment))
  if (isError) return <p role="alert">{words.versionsFailed}</p>
  const earlier = data?.versions.slice(0, -1).reverse() ?? []
  return (
    <section className={styles.versions} aria-label={words.versions}>
      {earlier.map(({ version, body, written }) => (
        <article key={version}>
          <p className={styles.head}>
            {words.versionOf(version)} · <RelativeTime iso={written} />
          </p>
          <Markdown text={body} />
        </article>
      ))}
    </section>
  )
}
