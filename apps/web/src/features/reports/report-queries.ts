import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { getReportMails } from '@vakt/contract/reports/report-mails.ts'
import * as contract from '@vakt/contract/reports/reports.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { call } from '#web/platform/api.ts'
import { downloadFile, downloadList } from '#web/platform/download.ts'

/** Without a group it is about everything of the customer. */
export type AskedReport = { customerId: string; period: string; group: readonly string[] }

export const monthsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['reports', customerId, 'months'],
    queryFn: ({ signal }) => call(contract.listReportMonths, { params: { customerId }, signal }),
    select: ({ months }) => months,
  })

export const groupsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['reports', customerId, 'groups'],
    queryFn: ({ signal }) => call(contract.listReportGroups, { params: { customerId }, signal }),
  })

export const prepaidQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['reports', customerId, 'prepaid'],
    queryFn: ({ signal }) => call(contract.getPrepaidBalance, { params: { customerId }, signal }),
    select: ({ balance }) => balance,
  })

export const mailsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['report-mails', customerId],
    queryFn: ({ signal }) => call(getReportMails, { params: { customerId }, signal }),
  })

const paramsOf = ({ customerId, period }: AskedReport) => ({ customerId, period })
const groupOf = ({ group }: AskedReport) => (group.length > 0 ? { group: [...group] } : {})

/** What a report is opened with is valid for ten minutes, and asked for again two minutes before. */
async function opened(client: QueryClient, asked: AskedReport): Promise<{ token: string; group?: string[] }> {
  const { token } = await client.fetchQuery({
    queryKey: ['report-token', asked.customerId, asked.period, asked.group],
    queryFn: () => call(contract.openReport, { params: paramsOf(asked), query: groupOf(asked) }),
    staleTime: 8 * 60_000,
  })
  return { token, ...groupOf(asked) }
}

export const reportQuery = (asked: AskedReport) =>
  queryOptions({
    queryKey: ['reports', asked.customerId, 'report', asked.period, asked.group],
    queryFn: async ({ client, signal }) =>
      call(contract.getReport, { params: paramsOf(asked), query: await opened(client, asked), signal }),
  })

export const downloadReport = async (client: QueryClient, asked: AskedReport, format: 'csv' | 'json') =>
  downloadList(contract.listReportLines, { params: paramsOf(asked), query: await opened(client, asked) }, format)

export const downloadDocument = async (client: QueryClient, asked: AskedReport, language: Language) =>
  downloadFile(contract.getReportDocument, { params: paramsOf(asked), query: { ...(await opened(client, asked)), language } })
