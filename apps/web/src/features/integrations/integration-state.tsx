import type { Integration } from '@vakt/contract/integrations/integrations.ts'
import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, Clock } from 'lucide-react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { KindWords } from '#web/shared/integrations/shown-kind.ts'
import { shortMoment } from '#web/ui/display/clock-time.tsx'
import styles from './integrations.module.css'
import { integrationTexts } from './integrations.texts.ts'

const icons = {
  failing: CircleAlert,
  silent: CircleAlert,
  late: Clock,
  expiring: Clock,
  never: CircleDashed,
  working: CircleCheck,
  off: CircleSlash,
}

/** How an integration is and since when, as colour, shape and words. */
export function IntegrationStateBadge({ integration: { state, since, expiresAt } }: { integration: Integration }) {
  const words = useTexts(integrationTexts)
  const format = useFormat()
  const Icon = icons[state]
  const from = since && shortMoment(format, since)
  const text =
    state === 'expiring' && expiresAt
      ? words.expires(format.relative(expiresAt))
      : from
        ? state === 'never'
          ? words.nothingSince(from)
          : words.since(words.states[state], from)
        : words.states[state]
  return (
    <span className={styles.state} data-state={state}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {text}
    </span>
  )
}

/** Why, in one sentence, with what the other side said. */
export function whyOf({ reason, detail }: Integration, words: KindWords | undefined): string {
  const sentences = (reason ?? '').split(':').map((one) => words?.why[one])
  return [...sentences, detail].filter(Boolean).join(' ')
}
