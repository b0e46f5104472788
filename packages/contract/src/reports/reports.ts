import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, several, Type } from '@vakt/contract/schema.ts'
import { SeverityCounts } from '@vakt/contract/severity.ts'
import { languages } from '@vakt/contract/users/session.ts'

export const reportAccess = ['@feature.report.read'] as const

const share = nullable(Type.Number({ minimum: 0, maximum: 1 }))
const count = Type.Integer()

/** What happened in a period. */
export const ReportFigures = object({
  incidents: object({
    opened: count,
    bySeverity: SeverityCounts,
    /** Medians; null where none was. */
    minutesToAcknowledge: nullable(Type.Number()),
    minutesToResolve: nullable(Type.Number()),
  }),
  /** Those that were created in the period. */
  tickets: object({
    created: count,
    byType: object({ request: count, change: count, incident: count }),
    /** As they were when the report was made; null in a report that was kept before Vakt counted them. */
    byStatus: nullable(object({ new: count, in_progress: count, waiting_for_customer: count, resolved: count, closed: count })),
    /** With a service level of which no time ran out, and with one of which some did. */
    met: nullable(count),
    missed: count,
  }),
  /** Occurrences that began in the period, and the alerts that they held. */
  windows: object({ occurrences: count, held: count }),
  /** Registered minutes by the day of the work; null for a customer who does not see hours. */
  hours: nullable(
    object({
      billable: count,
      notBillable: count,
      byType: object({ normal: count, overtime: count, double_overtime: count, unknown: count }),
    }),
  ),
  /** What CloudOps cost in the months of the period, in minor units; null while one is not over and its cost frozen, for a range of days, and without the service. Of the period before it is always that of whole months: while this period goes on, it compares with nothing. */
  cloudOps: nullable(object({ amountMinor: Type.Number(), currency: Type.String() })),
  /** Resources that were added, went or came back, and those of which something changed; null in a report that was kept before Vakt counted them. */
  inventory: nullable(object({ resources: count, added: count, gone: count, returned: count, changed: count })),
  /** Machines with an agent at the end of the period, those silent at some time, and for how many minutes together; null as above. */
  agents: nullable(object({ machines: count, silent: count, silentMinutes: count })),
})
export type ReportFigures = Static<typeof ReportFigures>

/** A resource is unavailable while a critical incident is open on it; time before it was known to Vakt does not count. */
export const ReportedAvailability = object({
  entityId: Type.String(),
  name: Type.String(),
  minutesDown: count,
  minutesDownInWindows: count,
  withWindows: share,
  withoutWindows: share,
})
export type ReportedAvailability = Static<typeof ReportedAvailability>

/** A rule that opened incidents in the period, with how many of them were over within ten minutes. */
export const ReportedRule = object({ rule: Type.String(), opened: count, critical: count, short: count })
export type ReportedRule = Static<typeof ReportedRule>

/** Resources that share the values of the customer's tags, or an application; null for those without the tag. */
export const ReportedGroup = object({
  values: Type.Array(nullable(Type.String())),
  resources: count,
  incidents: count,
  critical: count,
  minutesDown: count,
  withWindows: share,
  withoutWindows: share,
})
export type ReportedGroup = Static<typeof ReportedGroup>

/** What happened to a resource of the inventory, once for each kind. */
export const ReportedChange = object({
  entityId: Type.String(),
  name: Type.String(),
  type: Type.String(),
  kind: oneOf(['added', 'gone', 'returned']),
  at: moment(),
})
export type ReportedChange = Static<typeof ReportedChange>

/** What is left of prepaid hours, in minutes; null without any, and for a customer who does not see hours. */
const PrepaidBalance = nullable(object({ bought: count, used: count, remaining: count }))

const groupValues = Type.Array(Type.String({ maxLength: 256 }), { maxItems: 2 })

export const Report = object({
  /** `2026-10`, `2026-Q4` or `2026-10-05--2026-11-04`. */
  period: Type.String(),
  /** The one before, of the same length. */
  previous: Type.String(),
  /** The tag group that it is about, as incidents are filtered by it; empty: everything of the customer. */
  group: groupValues,
  /** Of the customer, in which its days begin. */
  timeZone: Type.String(),
  from: moment(),
  /** Its end, or now while it goes on. */
  to: moment(),
  isOver: Type.Boolean(),
  /** When the figures were kept: what changed later does not change them. Null for what is counted when it is opened. */
  frozenAt: nullable(moment()),
  figures: ReportFigures,
  /** The period before; while this one goes on, as far into it. */
  before: ReportFigures,
  /** Incidents opened on each day by the clock of the customer; days without any are left out. */
  days: Type.Array(object({ date: Type.String(), counts: SeverityCounts })),
  /** The rules that opened the most incidents first. */
  rules: Type.Array(ReportedRule, { maxItems: 10 }),
  availability: object({
    resources: count,
    /** Resources that were unavailable at some time. */
    affected: count,
    /** Of all of them together; null without any, and in a report that was kept before Vakt counted it. */
    withWindows: share,
    withoutWindows: share,
    /** The worst of them first. */
    worst: Type.Array(ReportedAvailability, { maxItems: 100 }),
  }),
  /** The tags that make the groups, the outer first; null in a report that was kept before it had groups. */
  tagKeys: nullable(Type.Array(Type.String())),
  /** Those with the most incidents first; `groupCount` says how many there are. */
  groups: Type.Array(ReportedGroup, { maxItems: 50 }),
  groupCount: count,
  applications: Type.Array(ReportedGroup, { maxItems: 50 }),
  applicationCount: count,
  /** The latest first. */
  changes: Type.Array(ReportedChange, { maxItems: 50 }),
  /** Of the programs on the machines at the end of the period, the most common first. */
  agentVersions: Type.Array(object({ version: Type.String(), machines: count }), { maxItems: 20 }),
  /** At the end of the period; null as below, and in the report of a group. */
  prepaid: PrepaidBalance,
})
export type Report = Static<typeof Report>

/** Who opened a report last, and when. */
const lastOpened = nullable(object({ by: Type.String(), at: moment() }))

export const listReportMonths = operation({
  summary: 'The months of which there is a report, the current one first, at most 24',
  method: 'GET',
  path: '/customer/:customerId/report/monthly',
  access: reportAccess,
  result: object({ months: Type.Array(object({ month: Type.String(), incidents: count, critical: count, lastOpened })) }),
})

/** The values of the customer's tag keys in their order; an empty value means resources without the tag. */
const ofGroup = { group: several(Type.String({ maxLength: 256 })) }
const opened = {
  ...ofGroup,
  token: Type.Optional(Type.String({ maxLength: 1000, description: 'Of openReport; API tokens need none' })),
}

export const openReport = operation({
  summary:
    'Open the report of a period (`2026-10`, `2026-Q4`, `2026-10-05--2026-11-04`): a token for its figures and files, for the caller alone and ten minutes. Who opened it is kept',
  method: 'GET',
  path: '/customer/:customerId/report/builtin/:period/token',
  access: reportAccess,
  isUncached: true,
  query: object(ofGroup),
  result: object({ token: Type.String(), expiresAt: moment() }),
})

export const getReport = operation({
  summary:
    'The built-in report of a period: incidents, availability with and without service windows, tickets, hours, cost, inventory, windows and agents',
  method: 'GET',
  path: '/customer/:customerId/report/builtin/:period',
  access: reportAccess,
  query: object(opened),
  result: Report,
})

export const getReportDocument = operation({
  summary: 'The report of a period as a PDF, tagged for screen readers',
  method: 'GET',
  path: '/customer/:customerId/report/builtin/:period/document',
  access: reportAccess,
  query: object({ ...opened, language: Type.Optional(oneOf(languages)) }),
  fileAnswer: true,
})

export const reportTables = [
  'incidents',
  'days',
  'groups',
  'applications',
  'rules',
  'availability',
  'tickets',
  'hours',
  'prepaid',
  'cloudOps',
  'inventory',
  'windows',
  'agents',
] as const

/** One figure of a report as a line of a file. */
export const ReportLine = object({
  table: oneOf(reportTables),
  /** Of a day, a group, a rule, a resource or a version, by its name; empty otherwise. */
  of: Type.String(),
  figure: Type.String(),
  value: nullable(Type.Number()),
  /** Of the period before, where the report compares. */
  before: nullable(Type.Number()),
})
export type ReportLine = Static<typeof ReportLine>

export const listReportLines = operation({
  summary: 'Every figure of the report of a period, a line each',
  method: 'GET',
  path: '/customer/:customerId/report/builtin/:period/figure',
  access: reportAccess,
  query: object({ ...opened, format: Type.Optional(oneOf(['csv', 'json'], { description: 'All of them as a file' })) }),
  listOf: ReportLine,
})

export const listReportGroups = operation({
  summary: 'The tag groups by which a report can be narrowed down',
  method: 'GET',
  path: '/customer/:customerId/report/group',
  access: reportAccess,
  result: object({
    tagKeys: Type.Array(Type.String()),
    groups: Type.Array(object({ values: groupValues, resources: count }), { maxItems: 500 }),
  }),
})

export const getPrepaidBalance = operation({
  summary: 'What is left of the hours that the customer paid for in advance',
  method: 'GET',
  path: '/customer/:customerId/report/prepaid',
  access: reportAccess,
  result: object({ balance: PrepaidBalance }),
})
