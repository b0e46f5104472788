import type { CloudOpsPricing, CloudOpsService, CloudOpsState, CloudOpsVersion, SaveCloudOps } from '@vakt/contract/cloudops.ts'
import { everOpens, minutesOfDay } from '@vakt/domain/business-calendar.ts'
import { setCloudOpsMapped } from '#server/features/entities/map-cloudops.ts'
import { checkTimeZone } from '#server/platform/check-time-zone.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#server/platform/errors.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { insertVersion, lockService, readServedEntity, readVersions, type ServedEntity, type VersionRow } from './cloudops-table.ts'
import { lockTerms, readCurrencySince, readHourlyPrice, readTerms } from './price-table.ts'

type Of = { customerId: string; entityId: string }

const mostVersions = 200

const presentVersion = (row: VersionRow): CloudOpsVersion => ({ ...row, validFrom: row.validFrom.toISOString() })

async function readListPrice(transaction: Transaction, customerId: string, entityType: string, currency: string): Promise<CloudOpsPricing> {
  const hourlyMinor = await readHourlyPrice(transaction, customerId, { entityType, currency })
  return hourlyMinor === null ? { kind: 'custom', monthlyMinor: null } : { kind: 'hourly', hourlyMinor }
}

async function present(transaction: Transaction, { customerId, entityId }: Of): Promise<CloudOpsService> {
  const entity = await readServedEntity(transaction, customerId, entityId)
  if (!entity) throw new NotFound()
  const { currency } = await readTerms(transaction, customerId)
  const [current] = await readVersions(transaction, customerId, entityId, { limit: 1 })
  return {
    current: current && current.state !== 'removed' ? presentVersion(current) : null,
    version: current?.version ?? 0,
    listPrice: await readListPrice(transaction, customerId, entity.type, currency),
    currency,
    currencySince: (await readCurrencySince(transaction, customerId))?.toISOString() ?? null,
    timeZone: entity.timeZone,
  }
}

export function getService(context: Context, customerId: string, id: string): Promise<CloudOpsService> {
  const entityId = readUuid(id)
  return inTransaction(context, customerId, (transaction) => present(transaction, { customerId, entityId }))
}

export function listVersions(context: Context, customerId: string, id: string): Promise<CloudOpsVersion[]> {
  const entityId = readUuid(id)
  return inTransaction(context, customerId, async (transaction) => {
    if (!(await readServedEntity(transaction, customerId, entityId))) throw new NotFound()
    return (await readVersions(transaction, customerId, entityId, { limit: mostVersions })).map(presentVersion)
  })
}

type Change = Pick<CloudOpsVersion, 'description' | 'calendar' | 'pricing' | 'currency' | 'reason'> & {
  state: CloudOpsState
  action: string
}

/** One more version from now on, and what follows from it for the resource, the audit log and open pages. */
export async function addVersion(
  transaction: Transaction,
  context: Context,
  { customerId, entityId }: Of,
  { action, ...to }: Change,
  before: VersionRow | undefined,
): Promise<void> {
  const { now } = context
  const version = (before?.version ?? 0) + 1
  // The clock of a process may stand behind that of the one before.
  const validFrom = before && before.validFrom > now ? before.validFrom : now
  await insertVersion(transaction, customerId, entityId, { ...to, version, validFrom, changedBy: nameOfActor(context.actor) })
  await setCloudOpsMapped(transaction, customerId, { entityId, isMapped: to.state === 'active', now })
  await recordAction(transaction, context, customerId, {
    action,
    target: `entity ${entityId}`,
    details: { before: before ? factsOf(before) : null, after: factsOf(to) },
  })
}

const factsOf = ({ state, calendar, pricing, currency, reason }: Omit<Change, 'action' | 'description'>) => ({
  state,
  calendar,
  pricing,
  currency,
  ...(reason && { reason }),
})

/** In a transaction that holds the service: its resource, and what is there now, when it is still what the caller saw. */
async function lockAsSeen(
  transaction: Transaction,
  { customerId, entityId }: Of,
  seen: number,
): Promise<{ entity: ServedEntity; before: VersionRow | undefined }> {
  const entity = await readServedEntity(transaction, customerId, entityId)
  if (!entity) throw new NotFound()
  if ((await lockService(transaction, customerId, entityId)) !== seen)
    throw Conflict.field('version', 'Someone else changed this service. Reload it and try again.', 'cloudops.changed')
  const [before] = await readVersions(transaction, customerId, entityId, { limit: 1 })
  return { entity, before }
}

/** Configures it; what is active goes on with the new settings from now on, at the price of the lists unless staff set one. */
export function saveService(context: Context, customerId: string, id: string, given: SaveCloudOps): Promise<CloudOpsService> {
  const entityId = readUuid(id)
  const { description, calendar, pricing, version } = given
  if (pricing !== undefined && !context.isStaff) throw new Forbidden()
  checkTimeZone('calendar.timeZone', calendar.timeZone)
  if (!calendar.alwaysOpen && calendar.week.some((hours) => hours && minutesOfDay(hours.opens) >= minutesOfDay(hours.closes)))
    throw Invalid.field('calendar.week', 'The hours have to end after they begin, on the same day.', 'cloudops.hours_wrong')
  if (!everOpens(calendar))
    throw Invalid.field('calendar.week', 'Choose at least one day with active hours, or around the clock.', 'cloudops.never_active')
  return inTransaction(context, customerId, async (transaction) => {
    const { entity, before } = await lockAsSeen(transaction, { customerId, entityId }, version)
    const { currency } = await lockTerms(transaction, customerId)
    const listPrice = await readListPrice(transaction, customerId, entity.type, currency)
    const kept = pricing === undefined ? keptPrice(before) : null
    await addVersion(
      transaction,
      context,
      { customerId, entityId },
      {
        action: 'cloudops.save',
        description: description.trim(),
        calendar,
        ...(kept ?? { pricing: pricing ? asSet(pricing, listPrice) : listPrice, currency }),
        state: before?.state === 'active' ? 'active' : 'off',
        reason: before && waitsForResource(before) ? before.reason : null,
      },
      before,
    )
    return present(transaction, { customerId, entityId })
  })
}

/** The resource is gone: the service resumes once it is back. */
export const waitsForResource = ({ state, reason }: VersionRow): boolean =>
  state === 'off' && (reason === 'resource_gone' || reason === 'connector_removed')

const isOfLists = (pricing: CloudOpsPricing): boolean => pricing.kind === 'hourly' && pricing.isOwn !== true

/** What staff set stays when the customer's people change the hours, in the currency in which it was set. */
const keptPrice = (before: VersionRow | undefined): Pick<VersionRow, 'pricing' | 'currency'> | null =>
  before && before.state !== 'removed' && !isOfLists(before.pricing) ? { pricing: before.pricing, currency: before.currency } : null

/** What staff gave: an hourly price that is not that of the lists is the resource's own. */
function asSet(given: CloudOpsPricing, listPrice: CloudOpsPricing): CloudOpsPricing {
  if (given.kind !== 'hourly') return given
  const { kind, hourlyMinor } = given
  const isOwn = given.isOwn ?? !(listPrice.kind === 'hourly' && listPrice.hourlyMinor === hourlyMinor)
  return isOwn ? { kind, hourlyMinor, isOwn } : { kind, hourlyMinor }
}

const hasAmount = (pricing: CloudOpsPricing): boolean =>
  pricing.kind === 'hourly' || (pricing.kind === 'custom' && pricing.monthlyMinor !== null)

/** The price with which a service is activated: after a change of the currency that of the lists is read again. Null: staff must set theirs again. */
export async function readPriceToActivate(
  transaction: Transaction,
  { customerId, entityId }: Of,
  before: VersionRow,
): Promise<Pick<VersionRow, 'pricing' | 'currency'> | null> {
  const { pricing } = before
  const { currency } = await lockTerms(transaction, customerId)
  if (before.currency === currency || !hasAmount(pricing)) return { pricing, currency }
  const entity = await readServedEntity(transaction, customerId, entityId)
  if (entity && isOfLists(pricing)) return { pricing: await readListPrice(transaction, customerId, entity.type, currency), currency }
  return null
}

const otherCurrency = (): Conflict =>
  Conflict.field(
    'pricing',
    'The price was set in another currency than the customer has now. The provider has to set it again before the service is activated.',
    'cloudops.other_currency',
  )

const resourceGone = (): Conflict =>
  Conflict.field(
    '',
    'The resource is gone. Activate the service once the resource is found again, or remove the service.',
    'cloudops.resource_gone',
  )

const switching =
  (action: string, from: CloudOpsState[], state: CloudOpsState) =>
  (context: Context, customerId: string, id: string, version: number): Promise<CloudOpsService> => {
    const entityId = readUuid(id)
    return inTransaction(context, customerId, async (transaction) => {
      const { entity, before } = await lockAsSeen(transaction, { customerId, entityId }, version)
      if (!before || before.state === 'removed') throw Conflict.field('', 'Configure the service first.', 'cloudops.not_configured')
      if (from.includes(before.state)) {
        if (state === 'active' && entity.isGone) throw resourceGone()
        const { description, calendar, pricing, currency } = before
        const price = state === 'active' ? await readPriceToActivate(transaction, { customerId, entityId }, before) : { pricing, currency }
        if (!price) throw otherCurrency()
        await addVersion(
          transaction,
          context,
          { customerId, entityId },
          { action, description, calendar, ...price, state, reason: null },
          before,
        )
      }
      return present(transaction, { customerId, entityId })
    })
  }

export const enableService = switching('cloudops.enable', ['off'], 'active')
export const disableService = switching('cloudops.disable', ['active'], 'off')
export const removeService = switching('cloudops.remove', ['active', 'off'], 'removed')
