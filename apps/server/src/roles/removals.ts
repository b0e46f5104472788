import { removeOldSilences } from '#server/features/agents/remove-old-silences.ts'
import { removeOldHistory } from '#server/features/entities/remove-old-history.ts'
import { removeOldAlerts, removeOldTrail } from '#server/features/incidents/removal/remove-old-alerts.ts'
import { removeOldIncidents } from '#server/features/incidents/removal/remove-old-incidents.ts'
import { removeOldMajorIncidents } from '#server/features/major-incidents/remove-old-major-incidents.ts'
import { removeOldActions } from '#server/features/recorded-actions/remove-old-actions.ts'
import type { Removal } from '#server/features/retention/removal.ts'
import { removeOldOccurrences } from '#server/features/service-windows/remove-old-occurrences.ts'
import { removeOldTickets } from '#server/features/tickets/remove-old-tickets.ts'

/** What is removed when its term is over, in this order: what refers to other rows goes before them. */
export const removals: readonly Removal[] = [
  { kind: 'alerts', removes: 'alert_trail', remove: removeOldTrail },
  { kind: 'alerts', removes: 'alert', remove: removeOldAlerts },
  { kind: 'alerts', removes: 'service_window_occurrence', remove: removeOldOccurrences },
  { kind: 'alerts', removes: 'agent_silence', remove: removeOldSilences },
  { kind: 'incidents_and_tickets', removes: 'ticket', remove: removeOldTickets },
  { kind: 'incidents_and_tickets', removes: 'incident', remove: removeOldIncidents },
  { kind: 'incidents_and_tickets', removes: 'major_incident', remove: removeOldMajorIncidents },
  { kind: 'audit_log', removes: 'recorded_action', remove: removeOldActions },
  { kind: 'resource_history', removes: 'entity_history', remove: removeOldHistory },
]
