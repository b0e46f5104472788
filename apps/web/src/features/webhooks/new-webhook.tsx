import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { PanelContent, PanelTitle } from '#web/ui/panel-content.tsx'
import { showToast } from '#web/ui/toast.ts'
import { WebhookForm } from './webhook-form.tsx'
import { useCreateWebhook } from './webhook-queries.ts'
import styles from './webhooks.module.css'
import { webhookTexts } from './webhooks.texts.ts'

export function NewWebhookContent({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const words = useTexts(webhookTexts)
  const create = useCreateWebhook(customerId)
  const [secret, setSecret] = useState<string | null>(null)
  if (secret) return <SecretOnce secret={secret} onClose={onClose} />
  return (
    <PanelContent>
      <PanelTitle>{words.add}</PanelTitle>
      <WebhookForm
        webhook={null}
        onSubmit={({ isEnabled: _, ...wanted }) => create.mutateAsync(wanted)}
        onSent={(created) => setSecret(created.secret)}
      />
    </PanelContent>
  )
}

function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
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
