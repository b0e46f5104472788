import type { ChatDestination } from '@vakt/contract/deliveries/chat-destinations.ts'
import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './chat-destinations.module.css'
import { chatDestinationsTexts } from './chat-destinations.texts.ts'

const icons = { on: CircleCheck, failing: CircleAlert, gone: CircleAlert, off: CircleSlash }

export function standingOf({ isEnabled, latest }: ChatDestination): keyof typeof icons {
  if (!isEnabled) return 'off'
  if (latest?.reason === 'chat_gone') return 'gone'
  return latest?.state === 'failed' ? 'failing' : 'on'
}

export function ChatStanding({ destination }: { destination: ChatDestination }) {
  const words = useTexts(chatDestinationsTexts)
  const standing = standingOf(destination)
  const Icon = icons[standing]
  return (
    <span className={styles.standing} data-standing={standing}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {words[standing]}
    </span>
  )
}
