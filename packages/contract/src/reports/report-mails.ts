import { operation } from '@vakt/contract/operation.ts'
import { object, type Static, Type } from '@vakt/contract/schema.ts'
import { reportAccess } from './reports.ts'

export const ReportRecipient = object({ userId: Type.String({ format: 'uuid' }), name: Type.String(), email: Type.String() })
export type ReportRecipient = Static<typeof ReportRecipient>

/** Of the month after the one that is reported, by the clock of the customer; every month has it. */
const day = Type.Integer({ minimum: 1, maximum: 28 })

export const ReportMails = object({
  day,
  /** Whether the caller gets them. */
  isMine: Type.Boolean(),
  /** All who do; empty for who may not choose them. */
  recipients: Type.Array(ReportRecipient),
})
export type ReportMails = Static<typeof ReportMails>

export const getReportMails = operation({
  summary: 'On which day the report of the month before is sent by mail, and to whom',
  method: 'GET',
  path: '/customer/:customerId/report/mail',
  access: reportAccess,
  result: ReportMails,
})

export const subscribeToReport = operation({
  summary: 'Get the report of each month by mail, at the own address, or not any more',
  method: 'PUT',
  path: '/customer/:customerId/report/mail/mine',
  access: reportAccess,
  announces: { content: ['report-mails'], to: 'user' },
  recordsItself: ['report.subscribe', 'report.unsubscribe'],
  tokenAccess: null,
  body: object({ isMine: Type.Boolean() }),
})

export const NewReportMails = object({
  day,
  userIds: Type.Array(Type.String({ format: 'uuid' }), { maxItems: 50, uniqueItems: true }),
})
export type NewReportMails = Static<typeof NewReportMails>

export const saveReportMails = operation({
  summary: 'Choose on which day the report of the month before is sent, and to whom: users of the customer or of the provider',
  method: 'PUT',
  path: '/customer/:customerId/report/mail',
  access: 'global-admin',
  announces: { content: ['report-mails'], to: 'customer' },
  recordsItself: ['report.mails'],
  body: NewReportMails,
})

export const findReportRecipients = operation({
  summary: 'Users of the customer and of the provider by part of their name or address, whom a report can be sent to',
  method: 'GET',
  path: '/customer/:customerId/report/recipient',
  access: 'global-admin',
  query: object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),
  result: Type.Array(ReportRecipient, { maxItems: 20 }),
})
