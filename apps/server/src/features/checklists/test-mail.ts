import type { TestOutcome, TestReason } from '@vakt/contract/customers/checklists.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { logoFor } from '#server/features/deliveries/attach-logo.ts'
import type { Block } from '#server/features/deliveries/message.ts'
import { renderMail } from '#server/features/deliveries/render-mail.ts'
import { readBrandingForAllCustomers } from '#server/platform/branding/branding-table.ts'
import { senderOf } from '#server/platform/branding/mail-brand.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { openMailConnection } from '#server/platform/mail/mail-connection.ts'
import { MailServerUnreachable } from '#server/platform/mail/mail-outcome.ts'
import type { MailAddress } from '#server/platform/mail/mail-settings.ts'
import type { ChecklistParts } from './read-checklist.ts'

const words = {
  en: {
    subject: (name: string) => `Test email from ${name}`,
    text: (name: string, origin: string) => `${name} at ${origin} can send email. You do not have to do anything.`,
  },
  sv: {
    subject: (name: string) => `Testmejl från ${name}`,
    text: (name: string, origin: string) => `${name} på ${origin} kan skicka mejl. Du behöver inte göra något.`,
  },
}

/** Sends a mail through the configured mail server now, and tells what the server answered. */
export async function testMail(
  { mail, origin, pool }: Pick<ChecklistParts, 'mail' | 'origin' | 'pool'>,
  to: MailAddress,
  { language, now }: { language: Language; now: Date },
): Promise<TestOutcome> {
  if (!mail.server) return { passed: false, reason: 'not_configured', detail: '' }
  const branding = await workForAllCustomers({ pool }, readBrandingForAllCustomers)
  const name = branding.name || 'Vakt'
  const said = words[language]
  const blocks = (): Block[] => [
    { type: 'headline', over: null, text: said.subject(name) },
    { type: 'text', text: said.text(name, origin) },
  ]
  const reader = { language, timeZone: 'UTC', origin, hasAccount: true }
  const { text, html } = renderMail({ subject: said.subject(name), isAnswerable: false, blocks }, reader, branding)
  const attachments = await workForAllCustomers({ pool }, (transaction) => logoFor(transaction, html))
  const raw = await composeMail(
    {
      to,
      subject: said.subject(name),
      text,
      html,
      messageId: `<test-${crypto.randomUUID()}@${new URL(origin).hostname}>`,
      thread: null,
      preferencesUrl: `${origin}/settings/notifications`,
      date: now,
      attachments,
    },
    senderOf(branding, mail.from, 'graph' in mail.server),
  )
  try {
    const connection = await openMailConnection(mail.server)
    const { kind, reason, answer } = await connection.send({ to: to.address, raw }, async () => {})
    connection.close()
    return kind === 'sent'
      ? { passed: true, reason: 'ok', detail: answer }
      : { passed: false, reason: reason as TestReason, detail: answer }
  } catch (error) {
    if (error instanceof MailServerUnreachable)
      return { passed: false, reason: error.reason as TestReason, detail: error.message.slice(0, 300) }
    throw error
  }
}
