import type { Webhook } from '@vakt/contract/deliveries/webhooks.ts'
import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './webhooks.module.css'
import { webhookTexts } from './webhooks.texts.ts'

const icons = { on: CircleCheck, failing: CircleAlert, secretMissing: CircleAlert, off: CircleSlash }

function statusOf({ isEnabled, failingSince, secretUnreadableSince }: Webhook): keyof typeof icons {
  if (!isEnabled) return 'off'
  if (secretUnreadableSince) return 'secretMissing'
  return failingSince ? 'failing' : 'on'
}

export function WebhookStanding({ webhook }: { webhook: Webhook }) {
  const words = useTexts(webhookTexts)
  const standing = statusOf(webhook)
  const Icon = icons[standing]
  return (
    <span className={styles.standing} data-standing={webhook.disabledBecause === 'failing' ? 'failing' : standing}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {words[standing]}
    </span>
  )
}
