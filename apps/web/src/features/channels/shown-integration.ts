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
      why: {
        not_configured: 'No server or provider is configured: messages stay in the outbox.',
        waiting: 'Messages have been waiting for more than 10 minutes.',
        unreachable: 'The server cannot be reached: messages wait.',
        sign_in_refused: 'The server refuses the sign-in: messages wait.',
        no_tls: 'The server offers no encryption: messages wait.',
        refused_for_now: 'The server takes no messages at the moment: they wait.',
      },
      names: { mail: 'Email', sms: 'SMS', voice: 'Calls' },
    },
    {
      title: 'E-post, sms och samtal',
      about: 'Förmedlar meddelanden och larm till personer via en e-postserver och en telefonileverantör.',
      connect: '',
      why: {
        not_configured: 'Ingen server eller leverantör är konfigurerad: meddelandena stannar i utkorgen.',
        waiting: 'Meddelanden har väntat i mer än 10 minuter.',
        unreachable: 'Servern går inte att nå: meddelandena väntar.',
        sign_in_refused: 'Servern godtar inte inloggningen: meddelandena väntar.',
        no_tls: 'Servern erbjuder ingen kryptering: meddelandena väntar.',
        refused_for_now: 'Servern tar inte emot meddelanden just nu: de väntar.',
      },
      names: { mail: 'E-post', sms: 'Sms', voice: 'Samtal' },
    },
  ),
}
