import { formatMoment } from '@vakt/domain/format-moment.ts'
import { planMessage } from '#server/features/deliveries/plan-deliveries.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { MailAddress } from '#server/platform/mail/mail-settings.ts'
import { readInvitingCustomer } from './administered-user-table.ts'
import { invitationMailTexts } from './invitation-mail.texts.ts'

export type InvitationMailParts = { origin: string; from: MailAddress; mailServer: string | null }

type Invited = { email: string; name: string; expiresAt: Date; by: string }

/** Writes the mail of an invitation, in the language of the customer; true where it is sent. The transaction must be of the worker. */
export async function planInvitationMail(
  transaction: Transaction,
  customerId: string,
  { email, name, expiresAt, by }: Invited,
  { origin, from, mailServer, now }: InvitationMailParts & { now: Date },
): Promise<boolean> {
  const { customerName, language, timeZone } = await readInvitingCustomer(transaction, customerId)
  const words = invitationMailTexts[language]
  const mail = {
    recipient: { userId: null, customerId, name, email, language, timeZone },
    customerId,
    kind: 'invitation',
    isAddressed: true,
    subject: words.subject(customerName),
    isAnswerable: false,
    blocks: () => [
      { type: 'headline' as const, text: words.headline(name), over: customerName },
      { type: 'text' as const, text: words.text(by, customerName) },
      {
        type: 'facts' as const,
        facts: [
          [words.account, email],
          [words.validUntil, formatMoment(expiresAt.toISOString(), { language, timeZone })],
        ] as [string, string][],
      },
      { type: 'button' as const, text: words.signIn, url: `${origin}/?customer=${encodeURIComponent(customerId)}` },
      { type: 'text' as const, text: words.otherwise },
    ],
  }
  const isSending = mailServer !== null
  const outcome = await planMessage(transaction, mail, { origin, from, isSending }, now)
  return isSending && outcome === 'planned'
}
