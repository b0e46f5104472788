import { targetKeyOf } from '#server/features/entities/entity-key.ts'
import { matchBindings } from '#server/features/entities/match-bindings.ts'
import { type EntityMatch, matchEntities } from '#server/features/entities/match-entities.ts'
import { entityTarget, hostTarget, nameOfTarget, targetsOfLabels } from '#server/features/signals/formats/alert-targets.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import {
  findCustomersWithNewSeriesForAllCustomers,
  listUnmatchedTargetsForAllCustomers,
  type MatchedSeries,
  readNewSeries,
  writeEntityOfTarget,
  writeMatches,
} from './series-match-table.ts'

const batchSize = 500
/** By what series stand in `entity_binding`, where alerts have the name of their format. */
export const metricSource = 'metrics'

type Labels = Record<string, string>

/** What the labels of a series name, as those of alerts do; OTLP writes some of them with dots. */
const targetsOf = (labels: Labels) => [
  ...targetsOfLabels(labels),
  ...entityTarget(labels['vakt.entity'] ?? null),
  ...hostTarget(labels['host.name'] ?? null),
]

function namedBy(labels: Labels) {
  const targets = targetsOf(labels)
  const targetName = nameOfTarget(targets[0]) ?? labels.job ?? labels['service.name'] ?? null
  return { source: metricSource, targets, targetName, fingerprint: metricSource }
}

/** The entities of these label sets, in their order; null where none matches, or more than one. */
async function findEntities(transaction: Transaction, customerId: string, all: Labels[]): Promise<(string | null)[]> {
  const named = all.map(namedBy)
  const matches = await matchEntities(
    transaction,
    customerId,
    named.map(({ targets }) => targets),
  )
  const bound = await matchBindings(transaction, customerId, named)
  return named.map((_, index) => matches[index]?.entityId ?? bound[index]?.entityId ?? null)
}

/** Of series that a token of the provider brought: the entities of any customer that their labels name, or that people linked. */
export async function findOwners(transaction: Transaction, providerId: string, all: Labels[]): Promise<(EntityMatch | null)[]> {
  const named = all.map(namedBy)
  const matches = await matchEntities(
    transaction,
    null,
    named.map(({ targets }) => targets),
  )
  const bound = await matchBindings(transaction, providerId, named)
  return named.map((_, index) => matches[index] ?? bound[index] ?? null)
}

/** Matches series that are new to the entities that their labels name. Answers whether there are more. */
export async function matchNewSeries(createContext: () => Context): Promise<boolean> {
  const customers = await workForAllCustomers(createContext(), findCustomersWithNewSeriesForAllCustomers)
  let hasMore = false
  for (const customerId of customers) {
    const count = await inTransaction(createContext(), customerId, async (transaction) => {
      const series = await readNewSeries(transaction, customerId, batchSize)
      const entityIds = await findEntities(
        transaction,
        customerId,
        series.map(({ labels }) => labels),
      )
      const matched: MatchedSeries[] = series.map(({ seriesNo, labels }, index) => {
        const named = namedBy(labels)
        return { seriesNo, entityId: entityIds[index] ?? null, targetKey: targetKeyOf(named), targetName: named.targetName }
      })
      await writeMatches(transaction, customerId, matched)
      if (matched.some(({ entityId }) => entityId === null)) announce(transaction, { type: 'unmatched.changed', customerId })
      return series.length
    })
    hasMore ||= count === batchSize
  }
  return hasMore
}

/** Tries again what matched nothing: a resource may have come since. Answers false, as all of it is tried at once. */
export async function matchSeriesAgain(context: Context): Promise<boolean> {
  const targets = await workForAllCustomers(context, listUnmatchedTargetsForAllCustomers)
  for (const [customerId, ofCustomer = []] of Object.entries(Object.groupBy(targets, (target) => target.customerId))) {
    for (let start = 0; start < ofCustomer.length; start += batchSize) {
      const batch = ofCustomer.slice(start, start + batchSize)
      await inTransaction(context, customerId, async (transaction) => {
        const entityIds = await findEntities(
          transaction,
          customerId,
          batch.map(({ labels }) => labels),
        )
        const found = batch.flatMap(({ targetKey }, index) => (entityIds[index] ? [{ targetKey, entityId: entityIds[index] }] : []))
        await writeEntityOfTarget(transaction, customerId, found)
      })
    }
  }
  return false
}

/** Gives all series that name this and match nothing the entity that people said it is. */
export const bindSeriesOfTarget = (
  transaction: Transaction,
  customerId: string,
  bound: { targetKey: string; entityId: string },
): Promise<void> => writeEntityOfTarget(transaction, customerId, [bound])
