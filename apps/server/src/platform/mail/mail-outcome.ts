/** What became of handing one mail over. Only `later` may be tried again without the reader getting it twice. */
export type MailOutcome = { kind: 'sent' | 'later' | 'refused' | 'unknown'; reason: string; answer: string }

export type MailConnection = {
  /**
   * `begin` runs before the first byte that the mail server may act on: what it writes down is there before. If it throws, nothing is
   * handed over.
   */
  send(mail: { to: string; raw: Buffer }, begin: () => Promise<void>): Promise<MailOutcome>
  /** After a failure the connection cannot be used any more. */
  isUsable(): boolean
  close(): void
}

/** The mail server cannot be reached or does not let us in: nothing about any one mail. */
export class MailServerUnreachable extends Error {
  readonly reason: string
  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300)

/** Without the secrets, which a server may repeat in its answer as they are or in the encoding of the sign-in. */
export function conceal(text: string, secrets: readonly string[]): string {
  const base64 = (value: string) => Buffer.from(String(value)).toString('base64')
  // Longest first: one may stand within another.
  const forms = secrets.filter(Boolean).flatMap((secret) => [secret, base64(secret), encodeURIComponent(secret)])
  return forms.toSorted((one, other) => other.length - one.length).reduce((shown, form) => shown.replaceAll(form, '…'), text)
}
