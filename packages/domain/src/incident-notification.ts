import type { IncidentEventKind, NotificationKind } from '@vakt/contract/notifications/notifications.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import { type Channels, noChannels, type Reader, type Sight } from './notification-reader.ts'
import { isAtLeast } from './severity.ts'

/** Until a user chooses otherwise, incidents from this severity on. */
export const defaultFromSeverity: Severity = 'high'

export const incidentKindOf = <Kind extends IncidentEventKind | 'reminded'>(kind: Kind) => `incident_${kind}` as const

/** Whether a user may see what happened to an incident. Asked when they are notified and again when a delivery is sent. */
export function maySeeIncidentEvent(reader: Sight): boolean {
  return !reader.isDisabled && (reader.isStaff || reader.belongsToCustomer) && reader.features.has('@feature.overview.read')
}

/**
 * Until a user chooses otherwise: followers are notified on both channels; of other incidents staff see escalations in the portal, since
 * new ones reach them as tickets, and customers get nothing.
 */
export function defaultIncidentChannels(kind: NotificationKind, { isStaff }: { isStaff: boolean }): Channels {
  if (kind === 'incident_followed') return { byMail: true, inPortal: true }
  return { byMail: false, inPortal: isStaff && kind === 'incident_escalated' }
}

/** Why someone is notified besides what they chose. */
type Concern = { isFollower: boolean; isContact: boolean }

/**
 * The channels on which a user is notified of what happened to an incident: as one who chose such incidents, as a contact for incidents, as a
 * follower. What they chose for a severity counts more than that they are a contact; what they follow is mailed in any case.
 */
export function channelsForIncident(
  event: { kind: IncidentEventKind; severity: Severity; actorUserId: string | null },
  reader: Reader,
  { isFollower, isContact }: Concern,
): Channels {
  if (event.actorUserId === reader.userId || !maySeeIncidentEvent(reader)) return noChannels
  const kind = incidentKindOf(event.kind)
  const chosen = reader.chosen.get(kind)
  const isSevere = isAtLeast(event.severity, chosen?.fromSeverity ?? defaultFromSeverity)
  const general = isSevere ? (chosen ?? defaultIncidentChannels(kind, reader)) : noChannels
  const followed = isFollower
    ? (reader.chosen.get('incident_followed') ?? defaultIncidentChannels('incident_followed', reader))
    : noChannels
  const isMailed = reader.incidentMail.get(event.severity) ?? (general.byMail || isContact)
  return { byMail: followed.byMail || isMailed, inPortal: followed.inPortal || general.inPortal }
}

/** A reminder that the user asked for is shown in the portal, and mailed to those who get mails of the incidents that they follow. */
export function channelsForReminder(reader: Reader): Channels {
  if (!maySeeIncidentEvent(reader)) return noChannels
  const { byMail } = reader.chosen.get('incident_followed') ?? defaultIncidentChannels('incident_followed', reader)
  return { byMail, inPortal: true }
}
