import type { Report } from '@vakt/contract/reports/reports.ts'
import { addMonths } from '@vakt/domain/cloudops/price.ts'
import { availabilityOfResources, type ResourcesInPeriod } from '@vakt/domain/reports/availability-of-resources.ts'
import { boundsOf, type ReportPeriod, stepPeriod, writePeriod } from '@vakt/domain/reports/report-period.ts'
import { formerSpan, type ReportSpan, spanOfReport } from '@vakt/domain/reports/report-span.ts'
import { readTagGroupKeys } from '#server/features/entities/read-tag-group-keys.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readPrepaidBalance } from './prepaid-hours-table.ts'
import { countIncidentsByGroup, countResourcesByTraits, readHeldWindows, readOutages } from './report-availability-table.ts'
import { readFigures } from './report-figures-table.ts'
import type { KeptReport } from './report-month-table.ts'
import { type ReportScope, scopeOf } from './report-scope.ts'
import { type Period, readAgentVersions, readIncidentsOpened, readInventoryChanges } from './report-table.ts'

const maxResources = 100
const maxGroups = 50

const datesOf = ({ from, to }: ReportSpan): Period => ({ from: new Date(from), to: new Date(to) })
const spanOf = ({ from, to }: Period) => ({ from: from.getTime(), to: to.getTime() })

const traitsOf = <Row extends { knownFrom: Date; knownTo: Date }>({ knownFrom, knownTo, ...row }: Row) => ({
  ...row,
  known: spanOf({ from: knownFrom, to: knownTo }),
})

async function readResources(
  transaction: Transaction,
  customerId: string,
  scope: Period & ReportScope & { groupedBy: readonly string[] },
): Promise<ResourcesInPeriod> {
  const { occurrences, targets } = await readHeldWindows(transaction, customerId, scope)
  const ofWindow = Map.groupBy(occurrences, ({ windowId }) => windowId)
  const windowsByKey = new Map(
    [...Map.groupBy(targets, ({ key }) => key)].map(([key, own]) => [
      key,
      own.flatMap(({ windowId }) => (ofWindow.get(windowId) ?? []).map((one) => ({ windowId, span: spanOf(one) }))),
    ]),
  )
  const wanted = { ...scope, keys: [...windowsByKey.keys()] }
  return {
    windowsByKey,
    counts: (await countResourcesByTraits(transaction, customerId, wanted)).map(traitsOf),
    outages: (await readOutages(transaction, customerId, wanted)).map(({ from, to, ...row }) => ({
      ...traitsOf(row),
      outage: spanOf({ from, to }),
    })),
    incidents: await countIncidentsByGroup(transaction, customerId, scope),
  }
}

async function readAvailability(
  transaction: Transaction,
  customerId: string,
  scope: Period & ReportScope,
): Promise<Pick<Report, 'availability' | 'tagKeys' | 'groups' | 'groupCount' | 'applications' | 'applicationCount'>> {
  const tagKeys = await readTagGroupKeys(transaction, customerId)
  const resources = await readResources(transaction, customerId, { ...scope, groupedBy: tagKeys })
  const { affected, groups, applications, ...counted } = availabilityOfResources(resources)
  return {
    availability: { ...counted, affected: affected.length, worst: affected.slice(0, maxResources) },
    tagKeys,
    groups: groups.slice(0, maxGroups),
    groupCount: groups.length,
    applications: applications.slice(0, maxGroups),
    applicationCount: applications.length,
  }
}

/** The months whose CloudOps cost adds up to that of the period; none for a range of days. */
function monthsOf({ kind, firstDay }: ReportPeriod): string[] {
  const month = firstDay.slice(0, 7)
  return { month: [month], quarter: [month, addMonths(month, 1), addMonths(month, 2)], range: [] }[kind]
}

/** With registered hours and their balance; of a period that is not over as far as it has come, beside as much of the one before. */
export async function makeReport(
  transaction: Transaction,
  customerId: string,
  { period, group, timeZone, now }: { period: ReportPeriod; group: readonly string[]; timeZone: string; now: Date },
): Promise<KeptReport> {
  const scope = scopeOf(await readTagGroupKeys(transaction, customerId), group)
  const [whole, previous] = [boundsOf(period, timeZone), stepPeriod(period, -1)]
  const isOver = whole.to <= now.getTime()
  const [from, to] = [new Date(whole.from).toISOString(), new Date(Math.min(whole.to, now.getTime())).toISOString()]
  const spanned = { period: writePeriod(period), timeZone, from, to, isOver }
  const [span, former] = [spanOfReport(spanned), formerSpan(spanned)]
  const current = datesOf(span)
  const figuresOf = (one: ReportPeriod, of: ReportSpan) =>
    readFigures(transaction, customerId, { ...of, ...datesOf(of), ...scope, months: monthsOf(one) })
  return {
    ...spanned,
    previous: writePeriod(previous),
    group: [...group],
    figures: await figuresOf(period, span),
    before: await figuresOf(previous, former),
    ...(await readIncidentsOpened(transaction, customerId, { ...current, ...scope, timeZone })),
    ...(await readAvailability(transaction, customerId, { ...current, ...scope })),
    changes: await readInventoryChanges(transaction, customerId, { ...current, ...scope }),
    agentVersions: await readAgentVersions(transaction, customerId, { ...current, ...scope }),
    prepaid: group.length > 0 ? null : await readPrepaidBalance(transaction, customerId, span.lastDay),
  }
}
