import type { TestOutcome, TestReason } from '@vakt/contract/customers/checklists.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { openMailConnection } from '#server/platform/mail/mail-connection.ts'
import { MailServerUnreachable } from '#server/platform/mail/mail-outcome.ts'
import type { MailAddress } from '#server/platform/mail/mail-settings.ts'
import type { ChecklistParts } from './read-checklist.ts'

const words = {
  en: { subject: 'Test email from Vakt', text: (origin: string) => `Vakt at ${origin} can send email. You do not have to do anything.` },
  sv: { subject: 'Testmejl från Vakt', text: (origin: string) => `Vakt på ${origin} kan skicka mejl. Du behöver inte göra något.` },
}

const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Sends a mail through the configured mail server now, and tells what the server answered. */
export async function testMail(
  { mail, origin }: Pick<ChecklistParts, 'mail' | 'origin'>,
  to: MailAddress,
  { language, now }: { language: Language; now: Date },
): Promise<TestOutcome> {
  if (!mail.server) return { passed: false, reason: 'not_configured', detail: '' }
  const text = words[language].text(origin)
  const raw = await composeMail(
    {
      to,
      subject: words[language].subject,
      text,
      html: `<!doctype html><html lang="${language}"><body><p>${escapeText(text)}</p></body></html>`,
      messageId: `<test-${crypto.randomUUID()}@${new URL(origin).hostname}>`,
      thread: null,
      preferencesUrl: `${origin}/settings/notifications`,
      date: now,
    },
    mail.from,
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
