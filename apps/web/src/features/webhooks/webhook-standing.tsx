import type { Webhook } from '@vakt/contract/webhooks.ts'
import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './webhooks.module.css'
import { webhookTexts } from './webhooks.texts.ts'

export function WebhookStanding({ webhook }: { webhook: Webhook }) {
  const words = useTexts(webhookTexts)
  const standing = webhook.isEnabled ? (webhook.failingSince ? 'failing' : 'on') : 'off'
  const Icon = { on: CircleCheck, failing: CircleAlert, off: CircleSlash }[standing]
  return (
    <span className={styles.standing} data-standing={webhook.disabledBecause === 'failing' ? 'failing' : standing}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {words[standing]}
    </span>
  )
}
