import { MessagesSquare } from 'lucide-react'
import { texts } from '#web/platform/texts.ts'
import type { ShownKind } from '#web/shared/integrations/shown-kind.ts'

export const shownChannel: ShownKind = {
  kind: 'channel',
  icon: MessagesSquare,
  words: texts(
    {
      title: 'Email, SMS and calls',
      about: 'Carries notices and pages to people through a mail server and a phone provider.',
      connect: '',
      why: { not_configured: 'No server or provider is configured: messages stay in the outbox.' },
      names: { mail: 'Email', sms: 'SMS', voice: 'Calls' },
    },
    {
      title: 'E-post, sms och samtal',
      about: 'Förmedlar meddelanden och larm till personer via en e-postserver och en telefonileverantör.',
      connect: '',
      why: { not_configured: 'Ingen server eller leverantör är konfigurerad: meddelandena stannar i utkorgen.' },
      names: { mail: 'E-post', sms: 'Sms', voice: 'Samtal' },
    },
  ),
}
