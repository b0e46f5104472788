import type { incidentStates } from '@vakt/contract/incidents/incidents.ts'

export type IncidentState = (typeof incidentStates)[number]

/** What handling depends on: the state, and the alerts that fire in it, of which some can never end by themselves. */
export type HandledIncident = { state: IncidentState; firing: number; endless: number }

export type HandlingRefusal = 'already_resolved' | 'still_firing' | 'note_required'

/**
 * Whether people may bring an incident into this state; null: they may. The condition stays what it is: while an alert fires that will
 * say itself when it is over, no one resolves the incident. What can never end is ended by people, who say why.
 */
export function refuseState(incident: HandledIncident, to: IncidentState, note: string): HandlingRefusal | null {
  if (incident.state === to && to !== 'resolved') return null
  if (incident.state === 'resolved') return 'already_resolved'
  if (to !== 'resolved') return null
  if (incident.firing > incident.endless) return 'still_firing'
  return note.trim() === '' ? 'note_required' : null
}

/** A resolved incident is history: no one is given it any more. */
export const refuseAssignment = ({ state }: Pick<HandledIncident, 'state'>): HandlingRefusal | null =>
  state === 'resolved' ? 'already_resolved' : null

/** What people may resolve: nothing fires in it but what never ends. */
export const mayBeResolved = ({ state, firing, endless }: HandledIncident): boolean => state !== 'resolved' && firing <= endless
