import { senderOf } from '#server/platform/branding/mail-brand.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { createMailServer } from '#server/platform/mail/mail-server.ts'
import { isPlainAddress, type MailSettings } from '#server/platform/mail/mail-settings.ts'
import type { Channel, Sender } from './channel.ts'
import { preferencesUrl } from './portal-links.ts'
import { mailReaderOf, renderMail } from './render-mail.ts'

/** Hands mails to a mail server. While it is out of order all mails wait. */
export function createMailSender({ settings, origin }: { settings: MailSettings; origin: string }): Sender {
  const server = createMailServer(settings)
  return {
    name: 'mail',
    limits: { slots: 4, room: server.room, maxPerCustomer: 2, maxPerKey: 2, leaseSeconds: 120 },
    async send(delivery, begin) {
      const { recipientId, recipientName: name, address, createdAt: date } = delivery
      const preferences = recipientId === null ? null : preferencesUrl(origin)
      const from = senderOf(delivery.branding, settings.from, 'graph' in settings)
      const raw = await composeMail({ ...delivery, to: { name, address }, preferencesUrl: preferences, date }, from)
      return server.send({ to: address, raw }, begin)
    },
  }
}

/** To one address, over all customers. */
export const mailCap = { max: 100, minutes: 60 }

export const mailChannel: Channel = {
  addressKind: 'mail',
  queue: 'send-mails',
  cap: mailCap,
  isSending: ({ isSending = false }) => isSending,
  readAddress: (address) => (isPlainAddress(address) ? { address } : { problem: 'no_address' }),
  render: (message, { origin, branding }) => renderMail(message, mailReaderOf(message.recipient, origin), branding),
  open: ({ server, origin }) => server && createMailSender({ settings: server, origin }),
}
