import {
  type HandlingChange as Handling,
  insertEventsOfIncidents,
  insertIncidentEvents,
  type LockedIncident as Locked,
  lockIncident,
  type IncidentEvent as NewEvent,
  updateHandling,
} from './incident-handling-table.ts'

export type HandlingChange = Handling
export type IncidentEvent = NewEvent
export type LockedIncident = Locked

/** What people do about an incident, for all features that do so. Anyone who locks an incident and its ticket locks the incident first. */
export const incidentHandling = {
  lock: lockIncident,
  update: updateHandling,
  addEvents: insertIncidentEvents,
  addEventsOfMany: insertEventsOfIncidents,
}
