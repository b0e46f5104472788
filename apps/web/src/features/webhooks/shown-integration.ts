import { Webhook } from 'lucide-react'
import { texts } from '#web/platform/texts.ts'
import type { ShownKind } from '#web/shared/integrations/shown-kind.ts'

export const shownWebhook: ShownKind = {
  kind: 'webhook',
  icon: Webhook,
  words: texts(
    {
      title: 'Webhook',
      about: 'Sends what happens to tickets to another system as signed messages, and retries until they arrive.',
      connect: 'Connect a webhook',
      why: {
        given_up: 'It was switched off because it failed for days, or said that it is gone. Fix the receiver, then switch it on again.',
        secret_unreadable: 'Its secret can no longer be decrypted. Create a new one.',
        status: 'It answers with an error.',
        redirect: 'It answers with a redirect, which is not followed.',
        timeout: 'It does not answer within 10 seconds.',
        unknown_host: 'Its name is unknown.',
        certificate: 'Its certificate is not valid.',
        no_connection: 'It cannot be reached.',
        private_address: 'It leads into a private network.',
      },
      names: {},
    },
    {
      title: 'Webhook',
      about: 'Skickar det som händer med ärenden till ett annat system, signerat, och försöker igen tills det kommit fram.',
      connect: 'Anslut en webhook',
      why: {
        given_up:
          'Den stängdes av efter flera dagars fel, eller för att den meddelat att den är borta. Rätta mottagaren och slå sedan på den.',
        secret_unreadable: 'Hemligheten går inte längre att dekryptera. Skapa en ny.',
        status: 'Den svarar med ett fel.',
        redirect: 'Den svarar med en omdirigering, som inte följs.',
        timeout: 'Den svarar inte inom 10 sekunder.',
        unknown_host: 'Namnet är okänt.',
        certificate: 'Certifikatet är inte giltigt.',
        no_connection: 'Den går inte att nå.',
        private_address: 'Den leder in i ett privat nät.',
      },
      names: {},
    },
  ),
}
