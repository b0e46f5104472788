import type { Present } from '@vakt/contract/tickets/ticket-presence.ts'
import { Eye, PenLine } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { ticketDetailsTexts } from './ticket-details.texts.ts'
import styles from './ticket-presence.module.css'

const mostShown = 4

/** Who else has the ticket open, those who write first. */
export function TicketPresence({ others }: { others: readonly Present[] }) {
  const words = useTexts(ticketDetailsTexts)
  const say = { reading: words.presenceReading, writing: words.presenceWriting, writing_privately: words.presenceWritingPrivately }
  const shown = others.toSorted((one, other) => Number(one.doing === 'reading') - Number(other.doing === 'reading')).slice(0, mostShown)
  return (
    <span className={styles.presence} role="status" aria-label={words.presence}>
      {shown.map(({ userId, name, doing }) => (
        <span key={userId} className={styles.person} data-doing={doing}>
          {doing === 'reading' ? <Eye size={13} aria-hidden="true" /> : <PenLine size={13} aria-hidden="true" />} {say[doing](name)}
        </span>
      ))}
      {others.length > mostShown ? <span>+{others.length - mostShown}</span> : null}
    </span>
  )
}
