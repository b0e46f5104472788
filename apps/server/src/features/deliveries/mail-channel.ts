import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { MailServerUnreachable } from '#server/platform/mail/mail-connection.ts'
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
      try {
        return await server.send({ to: address, raw }, begin)
      } catch (error) {
        if (!(error instanceof MailServerUnreachable)) throw error
        return { kind: 'unavailable', reason: error.reason, answer: error.message, pauseMs: server.pausedForMilliseconds() }
      }
    },
  }
}
