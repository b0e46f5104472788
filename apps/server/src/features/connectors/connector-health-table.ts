import type { ConnectorKind, ConnectorProblem } from '@vakt/contract/connectors.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ConnectorHealthRow = {
  connectorId: string
  customer: { customerId: string; name: string }
  name: string
  createdAt: Date
  isEnabled: boolean
  secretUnreadableSince: Date | null
  lateSince: Date | null
  metricsFailure: ConnectorProblem | null
  metricsFailureDetail: string | null
  metricsFailedSince: Date | null
  /** The end of its latest complete run. */
  completedAt: Date | null
  /** The latest run that failed after it, and when the first one did. */
  failedSince: Date | null
  reason: ConnectorProblem | null
  reasonDetail: string | null
}

/** Those of a kind, of one customer or of all. */
export async function readConnectorHealthForAllCustomers(
  transaction: Transaction,
  customerId: string | null,
  kind: ConnectorKind,
): Promise<ConnectorHealthRow[]> {
  const { rows } = await transaction.query<ConnectorHealthRow>(
    `select c.connector_id as "connectorId", json_build_object('customerId', o.customer_id, 'name', o.name) as customer, c.name,
       c.created_at as "createdAt", c.is_enabled as "isEnabled", c.secret_unreadable_since as "secretUnreadableSince",
       c.late_since as "lateSince", c.metrics_failure as "metricsFailure", c.metrics_failure_detail as "metricsFailureDetail",
       c.metrics_failed_since as "metricsFailedSince", s.finished_at as "completedAt", f.since as "failedSince", f.reason,
       f.detail as "reasonDetail"
     from connector c join customer o on o.customer_id = c.customer_id
     left join lateral (
       select r.created_at, r.finished_at from connector_run r
       where r.customer_id = c.customer_id and r.connector_id = c.connector_id and r.state = 'succeeded'
       order by r.created_at desc, r.run_id desc limit 1
     ) s on true
     left join lateral (
       select min(r.finished_at) as since, (array_agg(r.reason order by r.created_at desc))[1] as reason,
         (array_agg(r.reason_detail order by r.created_at desc))[1] as detail
       from connector_run r
       where r.customer_id = c.customer_id and r.connector_id = c.connector_id and r.state in ('failed', 'cut_off')
         and (s.created_at is null or r.created_at > s.created_at)
     ) f on true
     where c.kind = $2 and ($1::text is null or c.customer_id = $1)`,
    [customerId, kind],
  )
  return rows
}
