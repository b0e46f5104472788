import type { Language } from '@vakt/contract/session.ts'
import { finishMail, type MailBlock, type RenderedMail } from '#server/features/deliveries/render-mail.ts'
import { webhookMailTexts } from './webhook-mail.texts.ts'

/** Says that a webhook was switched off, with a link to it. */
export function renderWebhookMail(
  webhook: { customerId: string; customerName: string; name: string; host: string },
  { language, origin }: { language: Language; origin: string },
): RenderedMail {
  const words = webhookMailTexts[language]
  const { name, host, customerId, customerName } = webhook
  const blocks: MailBlock[] = [
    { type: 'headline', text: words.headline, over: customerName },
    { type: 'title', text: name },
    { type: 'text', text: words.text },
    {
      type: 'facts',
      facts: [
        [words.customer, customerName],
        [words.receiver, host],
      ],
    },
    { type: 'button', text: words.open, url: `${origin}/admin/webhooks?customer=${encodeURIComponent(customerId)}` },
  ]
  return finishMail(words.subject(name, customerName), blocks, { language, origin, isAnswerable: false })
}
