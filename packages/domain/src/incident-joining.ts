export type OpenIncident = { incidentId: string; subject: string; rule: string; changedAt: Date }

/** Why an alert is part of an incident that was open already. */
export type JoinReason = 'same-rule' | 'same-entity'

/**
 * Which open incident a newly firing alert belongs to: the one of its rule on its entity, or else one that changed on the entity within
 * the last `joinMinutes`. Null: it opens an incident of its own. `subject` is the entity, or stands for an unmatched one.
 */
export function findIncidentToJoin(
  alert: { subject: string; rule: string; isMatched: boolean },
  open: readonly OpenIncident[],
  options: { now: Date; joinMinutes: number },
): { incident: OpenIncident; reason: JoinReason } | null {
  const onSubject = open.filter(({ subject }) => subject === alert.subject)
  const ofRule = onSubject.find(({ rule }) => rule === alert.rule)
  if (ofRule) return { incident: ofRule, reason: 'same-rule' }
  if (!alert.isMatched) return null
  const since = options.now.getTime() - options.joinMinutes * 60_000
  const recent = onSubject.filter(({ changedAt }) => changedAt.getTime() >= since)
  const latest = recent.reduce<OpenIncident | null>(
    (best, incident) => (best && best.changedAt >= incident.changedAt ? best : incident),
    null,
  )
  return latest && { incident: latest, reason: 'same-entity' }
}
