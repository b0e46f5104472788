import type { Webhook } from '@vakt/contract/deliveries/webhooks.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { useRenewWebhookSecret } from './webhook-queries.ts'
import styles from './webhooks.module.css'
import { webhookTexts } from './webhooks.texts.ts'

/** A secret that is shown this once. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const words = useTexts(webhookTexts)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showToast(words.copied, 'success'),
      () => showToast(words.copyFailed, 'failure'),
    )
  return (
    <PanelContent>
      <div role="status">
        <PanelTitle>{words.secretTitle}</PanelTitle>
        <p className={styles.help}>{words.secretText}</p>
      </div>
      <code className={styles.secret}>{secret}</code>
      <div className={styles.actions}>
        <Button onClick={() => void copy()}>{words.copy}</Button>
        <Button variant="default" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </PanelContent>
  )
}

type RenewSecretProps = { customerId: string; webhook: Webhook; onRenewed: (secret: string) => void }

/** Replaces the secret; the old one is void at once. */
export function RenewSecret({ customerId, webhook, onRenewed }: RenewSecretProps) {
  const words = useTexts(webhookTexts)
  const renew = useRenewWebhookSecret(customerId, webhook.webhookId)
  // Not as callbacks of `mutate`: those are dropped with this button, which moves once the webhook has a secret again.
  const doRenew = () => void renew.mutateAsync(undefined).then(({ secret }) => onRenewed(secret), failureToast(words.failed))
  return (
    <RemoveButton
      words={{ remove: words.renewSecret, removeAsk: words.renewSecretAsk, keep: words.keepSecret }}
      loading={renew.isPending}
      variant="default"
      onRemove={doRenew}
    />
  )
}
