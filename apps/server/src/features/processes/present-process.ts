import type { NewProcess, Process } from '@vakt/contract/processes/processes.ts'
import type { ProcessRow } from './process-table.ts'

export function presentProcess({ removedAt: _, nameKey: __, ...row }: ProcessRow): Process {
  return { ...row, createdAt: row.createdAt.toISOString(), modifiedAt: row.modifiedAt.toISOString() }
}

/** What of a process its user decides. */
export function contentOf(row: Process | ProcessRow): NewProcess {
  const { name, description, enabled, entityId, filter, excludedEntityIds, applyToAllAlertRules, alertRuleIds, externalRules, actions } =
    row
  return { name, description, enabled, entityId, filter, excludedEntityIds, applyToAllAlertRules, alertRuleIds, externalRules, actions }
}
