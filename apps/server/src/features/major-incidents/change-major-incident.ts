import { majorIncidentTextFor } from '@vakt/domain/major-incident-text.ts'
import { writeNote } from '#server/features/incidents/add-incident-note.ts'
import { incidentHandling } from '#server/features/incidents/incident-handling.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { becomeCustomer, inTransaction, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { refuseBeyondReach, requireReach, requireRest } from './major-incident-reach.ts'
import {
  deletePart,
  endParts,
  hasPart,
  insertMajorIncident,
  insertPart,
  insertUpdate,
  type LockedMajorIncident,
  lockMajorIncident,
  readLanguage,
  readPartsForAllCustomers,
  reopenParts,
  updateEnd,
  updateLead,
} from './major-incident-table.ts'

type IncidentOfCustomer = { customerId: string; incidentId: string }
type Texts = { en?: string; sv?: string }

const tidy = ({ en, sv }: Texts) => ({ en: en?.trim() || null, sv: sv?.trim() || null })

const byId = (a: IncidentOfCustomer, b: IncidentOfCustomer) =>
  a.customerId.localeCompare(b.customerId) || (BigInt(a.incidentId) < BigInt(b.incidentId) ? -1 : 1)

function providerOf(context: CallContext): string {
  if (!context.caller) throw new NotSignedIn()
  return context.caller.customerId
}

/** For one customer after the other, each time as that customer: row-level security holds all along. Always in the same order. */
async function forEachIncident(
  transaction: Transaction,
  incidents: readonly IncidentOfCustomer[],
  work: (incident: IncidentOfCustomer) => Promise<void>,
): Promise<void> {
  for (const incident of incidents.toSorted(byId)) {
    await becomeCustomer(transaction, incident.customerId)
    await work(incident)
    announce(transaction, { type: 'incident.changed', customerId: incident.customerId, incidentIds: [incident.incidentId] })
  }
}

async function addParts(
  transaction: Transaction,
  context: CallContext,
  majorIncidentId: string,
  { title, incidents }: { title: { en: string; sv: string }; incidents: readonly IncidentOfCustomer[] },
): Promise<void> {
  await forEachIncident(transaction, incidents, async ({ customerId, incidentId }) => {
    const incident = await incidentHandling.lock(transaction, customerId, incidentId)
    if (!incident)
      throw Invalid.field('incidents', 'One of the incidents does not exist. Choose them again.', 'major_incident.incident_unknown')
    const part = { incidentId, majorIncidentId, title: title[await readLanguage(transaction, customerId)], now: context.now }
    if (!(await insertPart(transaction, customerId, part)))
      throw Conflict.field('incidents', 'One of the incidents is part of another major incident.', 'major_incident.incident_taken')
    const details = { majorIncidentId }
    await recordAction(transaction, context, customerId, { action: 'major-incident.add', target: `incident ${incidentId}`, details })
  })
}

/** Groups incidents of several customers. Each learns of the title alone, in its language. */
export async function openMajorIncident(
  context: CallContext,
  { title, incidents }: { title: Texts; incidents: readonly IncidentOfCustomer[] },
): Promise<{ majorIncidentId: string }> {
  const provider = providerOf(context)
  const { en, sv } = tidy(title)
  const main = en ?? sv
  if (main === null) throw Invalid.field('title', 'Write a title in at least one language.', 'major_incident.title_required')
  refuseBeyondReach(context, incidents)
  const both = { en: en ?? main, sv: sv ?? main }
  const { idempotency, pool } = context
  return inTransaction({ pool, idempotency }, provider, async (transaction) => {
    const majorIncidentId = await insertMajorIncident(transaction, provider, {
      title: both,
      by: nameOfActor(context.actor),
      now: context.now,
    })
    const details = { incidents: incidents.length }
    await recordAction(transaction, context, provider, {
      action: 'major-incident.open',
      target: `major-incident ${majorIncidentId}`,
      details,
    })
    announceChange(transaction, provider)
    await addParts(transaction, context, majorIncidentId, { title: both, incidents })
    await becomeCustomer(transaction, provider)
    return { majorIncidentId }
  })
}

/** For the screens that show it: an event of incidents, but of none of the provider's own. */
const announceChange = (transaction: Transaction, provider: string) =>
  announce(transaction, { type: 'incident.changed', customerId: provider, incidentIds: [] })

async function lockReached(
  transaction: Transaction,
  context: CallContext,
  provider: string,
  majorIncidentId: string,
): Promise<LockedMajorIncident> {
  const locked = await lockMajorIncident(transaction, provider, majorIncidentId)
  if (!locked) throw new NotFound()
  await requireReach(transaction, context, majorIncidentId)
  return locked
}

async function lockGoingOn(
  transaction: Transaction,
  context: CallContext,
  provider: string,
  majorIncidentId: string,
): Promise<LockedMajorIncident> {
  const locked = await lockReached(transaction, context, provider, majorIncidentId)
  if (locked.isOver) throw Conflict.field('', 'The major incident is over. Open a new one.', 'major_incident.over')
  return locked
}

export async function changeMajorIncident(
  context: CallContext,
  id: string,
  change: { add?: readonly IncidentOfCustomer[]; remove?: readonly IncidentOfCustomer[]; takeLead?: boolean },
): Promise<undefined> {
  const { add = [], remove = [], takeLead = false } = change
  const provider = providerOf(context)
  const majorIncidentId = readNumericId(id)
  refuseBeyondReach(context, [...add, ...remove])
  return inTransaction({ pool: context.pool }, provider, async (transaction) => {
    const title = await lockGoingOn(transaction, context, provider, majorIncidentId)
    if (takeLead) {
      await updateLead(transaction, provider, { majorIncidentId, lead: nameOfActor(context.actor) })
      await recordAction(transaction, context, provider, { action: 'major-incident.lead', target: `major-incident ${majorIncidentId}` })
    }
    announceChange(transaction, provider)
    await forEachIncident(transaction, remove, async ({ customerId, incidentId }) => {
      if (!(await deletePart(transaction, customerId, { incidentId, majorIncidentId }))) return
      const details = { majorIncidentId }
      await recordAction(transaction, context, customerId, { action: 'major-incident.remove', target: `incident ${incidentId}`, details })
    })
    await addParts(transaction, context, majorIncidentId, { title, incidents: add })
    await requireRest(transaction, context, majorIncidentId)
    return undefined
  })
}

/** Writes one update on the incident of every affected customer, all or none. */
export async function updateMajorIncident(
  context: CallContext,
  id: string,
  { text, ends = false }: { text: Texts; ends?: boolean },
): Promise<undefined> {
  const provider = providerOf(context)
  const majorIncidentId = readNumericId(id)
  const { en, sv } = tidy(text)
  if (en === null && sv === null) throw Invalid.field('text', 'Write the update in at least one language.', 'major_incident.text_required')
  const parts = await readForAllCustomers(context, (reading) => readPartsForAllCustomers(reading, majorIncidentId))
  return inTransaction({ pool: context.pool }, provider, async (transaction) => {
    await lockGoingOn(transaction, context, provider, majorIncidentId)
    const incidents = parts.map(({ customer, incidentId }) => ({ customerId: customer.customerId, incidentId }))
    await insertUpdate(transaction, provider, { majorIncidentId, en, sv, by: nameOfActor(context.actor), ends, now: context.now })
    const action = ends ? 'major-incident.end' : 'major-incident.update'
    const details = { incidents: incidents.length }
    await recordAction(transaction, context, provider, { action, target: `major-incident ${majorIncidentId}`, details })
    await keepAnswer(transaction, context, provider, undefined)
    announceChange(transaction, provider)
    await forEachIncident(transaction, incidents, async ({ customerId, incidentId }) => {
      // It may have been taken out since the incidents were read.
      if (!(await hasPart(transaction, customerId, { incidentId, majorIncidentId }))) return
      const note = majorIncidentTextFor(await readLanguage(transaction, customerId), { en, sv })
      await writeNote(transaction, context, customerId, { incidentId, note, isPrivate: false })
      if (ends) await endParts(transaction, customerId, majorIncidentId, context.now)
    })
    return undefined
  })
}

/** Takes back that it is over, for the incidents that no other major incident has taken since. */
export async function reopenMajorIncident(context: CallContext, id: string): Promise<undefined> {
  const provider = providerOf(context)
  const majorIncidentId = readNumericId(id)
  const parts = await readForAllCustomers(context, (reading) => readPartsForAllCustomers(reading, majorIncidentId))
  const { idempotency, pool } = context
  return inTransaction({ pool, idempotency }, provider, async (transaction) => {
    const locked = await lockReached(transaction, context, provider, majorIncidentId)
    if (!locked.isOver) throw Conflict.field('', 'The major incident is open already.', 'major_incident.open_already')
    await updateEnd(transaction, provider, { majorIncidentId, endedAt: null })
    const details = { incidents: parts.length }
    await recordAction(transaction, context, provider, {
      action: 'major-incident.reopen',
      target: `major-incident ${majorIncidentId}`,
      details,
    })
    announceChange(transaction, provider)
    const incidents = parts.map(({ customer, incidentId }) => ({ customerId: customer.customerId, incidentId }))
    await forEachIncident(transaction, incidents, ({ customerId }) => reopenParts(transaction, customerId, majorIncidentId))
    await becomeCustomer(transaction, provider)
    return undefined
  })
}
