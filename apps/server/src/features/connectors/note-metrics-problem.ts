import type { ConnectorProblem } from '@vakt/contract/connectors.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { writeMetricsProblem } from './connector-table.ts'

/** Shows staff at the connector why metrics cannot be read; null: they can. */
export const noteMetricsProblem = (
  transaction: Transaction,
  customerId: string,
  connectorId: string,
  problem: { reason: ConnectorProblem; detail: string | null; at: Date } | null,
): Promise<void> => writeMetricsProblem(transaction, customerId, connectorId, problem)
