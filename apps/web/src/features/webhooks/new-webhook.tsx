import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { useCreateWebhook } from './webhook-queries.ts'
import { SecretOnce } from './webhook-secret.tsx'
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
