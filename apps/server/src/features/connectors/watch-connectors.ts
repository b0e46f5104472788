import {
  type OwnAlert,
  readFiringOwnAlerts,
  recordOwnAlert,
  resolveOwnAlert,
  writeMoment,
} from '#server/features/incidents/intake/record-own-alert.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { forEachCustomer } from '#server/platform/jobs/for-each-customer.ts'
import {
  lockWatchedConnector,
  readWatchedConnectorsForAllCustomers,
  type WatchedConnector,
  writeLateSince,
} from './connector-watch-table.ts'
import { findLateSince } from './next-run.ts'

const texts = {
  en: {
    name: (connector: string) => `Connector ${connector} has completed no run`,
    last: (when: string) => `Its last complete run ended ${when}, and two scheduled runs have been missed since.`,
    never: (when: string) => `It has completed no run since ${when}, and two scheduled runs have been missed.`,
    more: 'The resources that it reads may be out of date. See its latest runs under Admin → Integrations.',
  },
  sv: {
    name: (connector: string) => `Anslutningen ${connector} har inte slutfört någon körning`,
    last: (when: string) => `Den senaste hela körningen slutade ${when}, och sedan dess har två schemalagda körningar uteblivit.`,
    never: (when: string) => `Den har inte slutfört någon körning sedan ${when}, och två schemalagda körningar har uteblivit.`,
    more: 'Det den visar av miljön är inaktuellt. Se under Admin → Integrationer vad de senaste körningarna säger.',
  },
}

const rule = 'ConnectorLate'
const fingerprintOf = (connectorId: string) => `connector-late ${connectorId}`

function lateAlert({ connectorId, name, language, completedAt, hasCompleted }: WatchedConnector): OwnAlert {
  const words = texts[language]
  const when = writeMoment(completedAt)
  const title = words.name(name)
  return {
    fingerprint: fingerprintOf(connectorId),
    rule,
    name: title,
    description: `${title}\n\n${hasCompleted ? words.last(when) : words.never(when)} ${words.more}`,
    severity: 'medium',
    about: name,
  }
}

async function isLate(connector: WatchedConnector, now: Date): Promise<boolean> {
  if (!connector.isEnabled) return false
  const lateSince = await findLateSince(connector, now)
  if (lateSince === null || connector.completedAt >= lateSince) return false
  return connector.lateSince !== null || !connector.isAtIt
}

const isSettled = async (connector: WatchedConnector, now: Date) => (await isLate(connector, now)) === (connector.lateSince !== null)

async function settleConnector(context: Context, { customerId, connectorId }: WatchedConnector): Promise<void> {
  const { now } = context
  await inTransaction(context, customerId, async (transaction) => {
    const connector = await lockWatchedConnector(transaction, customerId, connectorId, now)
    if (!connector || (await isSettled(connector, now))) return
    const isLateNow = connector.lateSince === null
    await recordOwnAlert(transaction, context, customerId, lateAlert(connector), isLateNow ? 'firing' : 'resolved')
    await writeLateSince(transaction, customerId, connectorId, isLateNow ? now : null)
  })
}

/**
 * Raises an alert for each connector that missed two runs of its schedule in a row, whatever the reason, and resolves it with the next
 * complete run, or once the connector is removed. Any number of workers may do this at once.
 */
export async function watchConnectors(context: Context): Promise<boolean> {
  const { now } = context
  // In this order: what another worker raises meanwhile is then known to be late.
  const { firing, watched } = await workForAllCustomers(context, async (transaction) => ({
    firing: await readFiringOwnAlerts(transaction, rule),
    watched: await readWatchedConnectorsForAllCustomers(transaction, now),
  }))
  const late = new Set(watched.filter(({ lateSince }) => lateSince !== null).map(({ connectorId }) => fingerprintOf(connectorId)))
  const gone = firing.filter(({ fingerprint }) => !late.has(fingerprint))
  await forEachCustomer(context, [...watched, ...gone], async (one) => {
    if (!('fingerprint' in one)) return (await isSettled(one, now)) ? undefined : settleConnector(context, one)
    await inTransaction(context, one.customerId, (transaction) => resolveOwnAlert(transaction, context, one.customerId, one.fingerprint))
  })
  return false
}
