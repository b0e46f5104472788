import type { Webhook } from '@vakt/contract/deliveries/webhooks.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { useChangeWebhook, useRemoveWebhook, useTestWebhook } from './webhook-queries.ts'
import { RenewSecret, SecretOnce } from './webhook-secret.tsx'
import { WebhookStanding } from './webhook-standing.tsx'
import styles from './webhooks.module.css'
import { webhookTexts } from './webhooks.texts.ts'

type Props = { customerId: string; webhook: Webhook; onClose: () => void }

export function WebhookContent({ customerId, webhook, onClose }: Props) {
  const words = useTexts(webhookTexts)
  const format = useFormat()
  const change = useChangeWebhook(customerId, webhook.webhookId)
  const test = useTestWebhook(customerId, webhook.webhookId)
  const sendTest = () =>
    test.mutate(undefined, { onSuccess: () => showToast(words.tested, 'success'), onError: failureToast(words.failed) })
  const [secret, setSecret] = useState<string | null>(null)
  if (secret) return <SecretOnce secret={secret} onClose={() => setSecret(null)} />
  const renewSecret = <RenewSecret customerId={customerId} webhook={webhook} onRenewed={setSecret} />
  return (
    <PanelContent>
      <div>
        <PanelTitle>{webhook.name}</PanelTitle>
        <WebhookStanding webhook={webhook} />
        {webhook.disabledBecause === 'failing' ? <p className={styles.problem}>{words.offFailing}</p> : null}
        {webhook.secretUnreadableSince ? (
          <>
            <p className={styles.problem}>{words.secretUnreadable}</p>
            <div className={styles.next}>{renewSecret}</div>
          </>
        ) : null}
        {webhook.isEnabled && webhook.failingSince && !webhook.secretUnreadableSince ? (
          <p className={styles.problem}>
            {words.failingSince(format.exact(webhook.failingSince))}{' '}
            {webhook.pausedUntil ? words.pausedUntil(format.exact(webhook.pausedUntil)) : null}
          </p>
        ) : null}
      </div>
      <WebhookForm
        key={webhook.version}
        webhook={webhook}
        onSubmit={(values) => change.mutateAsync({ ...values, version: webhook.version })}
        onSent={() => showToast(words.saved, 'success')}
      />
      <div className={styles.actions}>
        {webhook.isEnabled ? (
          <Button variant="default" loading={test.isPending} onClick={sendTest}>
            {words.test}
          </Button>
        ) : null}
        {webhook.secretUnreadableSince ? null : renewSecret}
        <Remove customerId={customerId} webhook={webhook} onClose={onClose} />
      </div>
      <WebhookDeliveries customerId={customerId} webhook={webhook} />
    </PanelContent>
  )
}

function Remove({ customerId, webhook, onClose }: Props) {
  const words = useTexts(webhookTexts)
  const remove = useRemoveWebhook(customerId)
  // Not as callbacks of `mutate`: those are dropped with this panel, which is gone as soon as the list is asked for again.
  const doRemove = () =>
    void remove.mutateAsync(webhook.webhookId).then(() => {
      showToast(words.removed, 'success')
      onClose()
    }, failureToast(words.failed))
  return <RemoveButton words={words} loading={remove.isPending} onRemove={doRemove} />
}
