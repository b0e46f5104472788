import type { MailAddress } from './mail-settings.ts'

/** With `cid` it is a picture that the HTML shows. */
export type MailAttachment = { name: string; contentType: string; content: Buffer; cid?: string }

export type Mail = {
  to: MailAddress
  subject: string
  text: string
  html: string
  messageId: string
  /** What all mails of one thread refer to; null when it stands alone. */
  thread: string | null
  /** Where the reader chooses what to get; null when there is no such place. */
  preferencesUrl: string | null
  date: Date
  attachments?: readonly MailAttachment[]
}

/** Whatever could end a header or reverse what is read; what people write never becomes more than a value. */
const toHeaderText = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

/** The headers that make it a mail of a machine, in its thread: auto-replies do not answer it. */
export function headersOf(mail: Mail, from: MailAddress): { name: string; value: string }[] {
  const address = ({ name, address }: MailAddress) => (name ? `${toHeaderText(name)} <${address}>` : address)
  return [
    { name: 'From', value: address(from) },
    { name: 'To', value: address(mail.to) },
    { name: 'Subject', value: toHeaderText(mail.subject) },
    { name: 'Message-ID', value: mail.messageId },
    ...(mail.thread
      ? [
          { name: 'In-Reply-To', value: mail.thread },
          { name: 'References', value: mail.thread },
        ]
      : []),
    { name: 'Auto-Submitted', value: 'auto-generated' },
    { name: 'X-Auto-Response-Suppress', value: 'All' },
    ...(mail.preferencesUrl ? [{ name: 'List-Unsubscribe', value: `<${mail.preferencesUrl}>` }] : []),
  ]
}

/** The whole mail as it goes over the wire. */
export async function composeMail(mail: Mail, from: MailAddress): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const clean = ({ name, address }: MailAddress) => ({ name: toHeaderText(name), address })
  const composer = new MailComposer({
    from: clean(from),
    to: clean(mail.to),
    subject: toHeaderText(mail.subject),
    messageId: mail.messageId,
    ...(mail.thread ? { inReplyTo: mail.thread, references: [mail.thread] } : {}),
    date: mail.date,
    text: mail.text,
    html: mail.html,
    attachments: (mail.attachments ?? []).map(({ name, contentType, content, cid }) => ({
      filename: toHeaderText(name),
      contentType,
      content,
      ...(cid && { cid, contentDisposition: 'inline' as const }),
    })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(mail.preferencesUrl ? { 'List-Unsubscribe': { prepared: true, value: `<${mail.preferencesUrl}>` } } : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return new Promise((resolve, reject) =>
    composer.compile().build((error, message) => (error ? reject(error) : resolve(message as Buffer))),
  )
}
