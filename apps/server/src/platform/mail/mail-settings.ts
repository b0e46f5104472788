import { createRequire } from 'node:module'
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { ClientCredentials } from './client-credentials.ts'

/** The mail server to hand mails to, and who they come from. */
export type SmtpSettings = {
  connection: SMTPConnectionOptions
  /** By password, or as an application that may use the mailbox `user` (XOAUTH2). */
  auth: { user: string; pass: string } | { user: string; application: ClientCredentials } | null
  host: string
  from: MailAddress
}

/** An application of Microsoft Entra that may send as the mailbox `from`. */
export type GraphMailSettings = {
  login: string
  graph: string
  tenantId: string
  clientId: string
  secret: string
  host: string
  from: MailAddress
}

export type MailSettings = SmtpSettings | GraphMailSettings

export type MailAddress = { name: string; address: string }

const plainAddress = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/

/** Whether it can go into an envelope and a header as it is. */
export const isPlainAddress = (text: string): boolean => text.length <= 254 && plainAddress.test(text)

/** `Vakt <vakt@example.com>` or only the address; null when it is neither. */
export function readMailAddress(text: string): MailAddress | null {
  const [, name = '', address = ''] = /^([^<>\r\n]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  const found = address ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address } : { name: '', address: text.trim() }
  return isPlainAddress(found.address) ? found : null
}

// The library weighs a tenth of an idle server; one without a mail server does without.
const loadReader = () => createRequire(import.meta.url)('nodemailer/lib/shared') as typeof import('nodemailer/lib/shared')

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** The same mail server, signed in to as an application. */
export const withApplication = (settings: SmtpSettings, application: ClientCredentials): SmtpSettings => ({
  ...settings,
  auth: { user: settings.auth?.user || settings.from.address, application },
})

/** Reads `smtp://user:password@host:port?option=value`. Away from this machine TLS is demanded unless the address says `requireTLS=false`. */
export function readMailSettings(url: string, from: MailAddress): SmtpSettings {
  const { parseConnectionUrl } = loadReader()
  const {
    auth,
    host = 'localhost',
    ...options
  } = parseConnectionUrl(url) as SMTPConnectionOptions & {
    auth?: { user: string; pass: string }
  }
  const requireTLS = options.requireTLS ?? (!options.secure && !options.ignoreTLS && !isLoopback(host))
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 20_000 }
  return { connection: { ...timeouts, ...options, host, requireTLS }, auth: auth ?? null, host, from }
}
