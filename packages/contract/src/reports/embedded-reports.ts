import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, type Static, Type } from '@vakt/contract/schema.ts'
import { reportAccess } from './reports.ts'

export const EmbeddedReport = object({
  embeddedReportId: Type.String(),
  name: Type.String(),
  /** Who opened it last, and when. */
  lastOpened: nullable(object({ by: Type.String(), at: moment() })),
})
export type EmbeddedReport = Static<typeof EmbeddedReport>

export const listEmbeddedReports = operation({
  summary: 'The reports of Power BI that a customer may open',
  method: 'GET',
  path: '/customer/:customerId/embedded-report',
  access: reportAccess,
  result: object({
    /** Whether this Vakt can speak to Power BI. */
    isConfigured: Type.Boolean(),
    reports: Type.Array(EmbeddedReport),
  }),
})

const guidForm = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'
const guid = (pattern: string) => Type.String({ pattern, maxLength: 100, messages: { pattern: 'connector.not_a_guid' } })
const neededGuid = guid(`^\\s*${guidForm}\\s*$`)

export const NewEmbeddedReport = object({
  name: oneLine({ pattern: '\\S', maxLength: 100, messages: { pattern: 'embedded_report.name_empty' } }),
  workspaceId: neededGuid,
  powerBiReportId: neededGuid,
  /** A service principal profile, by which Power BI keeps customers apart; empty: the service principal itself. */
  profileId: guid(`^\\s*(${guidForm})?\\s*$`),
  /** The effective identity for a dataset with row-level security; empty: none. */
  userName: oneLine({ maxLength: 256 }),
  roles: Type.Array(oneLine({ pattern: '\\S', maxLength: 100 }), { maxItems: 50 }),
})
export type NewEmbeddedReport = Static<typeof NewEmbeddedReport>

export const createEmbeddedReport = operation({
  summary: 'Let a customer open a report of Power BI',
  method: 'POST',
  path: '/customer/:customerId/embedded-report',
  access: 'global-admin',
  announces: { content: ['embedded-reports'], to: 'customer' },
  records: { action: 'embedded-report.create', target: '{embeddedReportId}', details: { name: 'name' } },
  body: NewEmbeddedReport,
  result: object({ embeddedReportId: Type.String() }),
})

export const deleteEmbeddedReport = operation({
  summary: 'Take a report of Power BI away from a customer; in Power BI nothing changes',
  method: 'DELETE',
  path: '/customer/:customerId/embedded-report/:embeddedReportId',
  access: 'global-admin',
  announces: { content: ['embedded-reports'], to: 'customer' },
  records: { action: 'embedded-report.delete', target: '{embeddedReportId}', details: { name: 'name' } },
})

export const EmbedToken = object({
  name: Type.String(),
  powerBiReportId: Type.String(),
  /** Where the frame of the report is loaded from. */
  embedUrl: Type.String(),
  token: Type.String(),
  expiresAt: moment(),
})
export type EmbedToken = Static<typeof EmbedToken>

export const openEmbeddedReport = operation({
  summary:
    'Open a report of Power BI: a token of its own for the frame that shows it. Asked for again before it expires. Who opened it is kept',
  method: 'GET',
  path: '/customer/:customerId/embedded-report/:embeddedReportId/token',
  access: reportAccess,
  isUncached: true,
  result: EmbedToken,
})
