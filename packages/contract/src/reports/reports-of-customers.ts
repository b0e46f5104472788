import { ofCustomers } from '@vakt/contract/customers/of-customers.ts'
import { operation } from '@vakt/contract/operation.ts'
import { object, oneOf, Type } from '@vakt/contract/schema.ts'
import { languages } from '@vakt/contract/users/session.ts'
import { NewReportMails, ReportRecipient } from './report-mails.ts'
import { reportAccess } from './reports.ts'

/** How many reports are made in one step. */
export const maxReportsAtOnce = 50

export const getReportDocumentsOfCustomers = operation({
  summary: `The reports of a period of several customers, or of those in groups, at most ${maxReportsAtOnce}, of all unless some are asked for: a ZIP archive with a PDF of each. Who opened them is kept; for the provider`,
  method: 'GET',
  path: '/report/document',
  access: { staff: reportAccess },
  isUncached: true,
  limitSeconds: 180,
  query: object({
    period: Type.Optional(Type.String({ maxLength: 30, description: 'As for one customer; the month before unless asked for' })),
    customer: ofCustomers,
    language: Type.Optional(oneOf(languages)),
  }),
  fileAnswer: true,
})

export const saveReportMailsOfCustomers = operation({
  summary:
    'Have the monthly reports of several customers, or of those who are in groups now, sent to people of the provider as well, on one day',
  method: 'PUT',
  path: '/report/mail',
  access: 'global-admin',
  announces: { content: ['report-mails'], to: 'staff' },
  recordsItself: ['report.mails'],
  body: object({
    customerIds: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 50,
      description: 'The ids of customers, or `group:` and a label, for those that have it',
      messages: { minItems: 'report.customers_none' },
    }),
    ...NewReportMails.properties,
  }),
  result: object({ customers: Type.Integer() }),
})

export const findReportRecipientsOfProvider = operation({
  summary: 'People of the provider by part of their name or address, whom the reports of several customers can be sent to',
  method: 'GET',
  path: '/report/recipient',
  access: 'global-admin',
  query: object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),
  result: Type.Array(ReportRecipient, { maxItems: 20 }),
})
