import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { createMailServer } from '#server/platform/mail/mail-server.ts'
import type { MailSettings } from '#server/platform/mail/mail-settings.ts'
import type { Channel } from './channel.ts'
import { preferencesUrl } from './portal-links.ts'

/** Hands mails to a mail server. While it is out of order all mails wait. */
export function createMailChannel({ settings, origin }: { settings: MailSettings; origin: string }): Channel {
  const server = createMailServer(settings)
  return {
    name: 'mail',
    limits: { slots: 4, room: server.room, maxPerCustomer: 2, maxPerKey: 2, leaseSeconds: 120 },
    async send(delivery, begin) {
      const { recipientId, recipientName: name, address, createdAt: date } = delivery
      const preferences = recipientId === null ? null : preferencesUrl(origin)
      const raw = await composeMail({ ...delivery, to: { name, address }, preferencesUrl: preferences, date }, settings.from)
      return server.send({ to: address, raw }, begin)
    },
  }
}
