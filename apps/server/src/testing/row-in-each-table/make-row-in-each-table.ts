import type { Database } from '#server/platform/database/database.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { makeAgentRows } from './agents.ts'
import { makeChainRows } from './chain.ts'
import { makeCloudOpsRows } from './cloudops-and-reports.ts'
import { makeInboundRows } from './inbound-and-outbound.ts'
import type { Insert } from './insert.ts'
import { makeInventoryRows } from './inventory.ts'
import { makeLeavingRows } from './leaving.ts'
import { makeMetricRows } from './metrics.ts'
import { makeOnCallRows } from './on-call.ts'
import { makePeopleRows } from './people.ts'
import { makeRuleRows } from './rules-and-processes.ts'
import { makeTicketRows } from './tickets.ts'
import { makeWindowRows } from './windows.ts'

/** A new customer with one row in each table that has rows of customers, made through the worker as the product makes them. */
export async function makeRowInEachTable(database: Database) {
  const { customerId } = await createCustomer(database)
  const { entityId } = await createEntity(database, customerId)
  await createIngestToken(database, customerId)
  const ids = await workForAllCustomers({ pool: database.worker }, async (transaction) => {
    const insert: Insert = async (sql) => (await transaction.query(`${sql} returning *`, [customerId])).rows[0]
    const chain = await makeChainRows(insert, { entityId })
    const people = await makePeopleRows(insert, chain)
    const known = { entityId, ...chain, ...people }
    for (const make of [
      makeTicketRows,
      makeInboundRows,
      makeInventoryRows,
      makeOnCallRows,
      makeRuleRows,
      makeWindowRows,
      makeAgentRows,
      makeCloudOpsRows,
      makeMetricRows,
      makeLeavingRows,
    ])
      await make(insert, known)
    return {
      incidentId: String(chain.incident.incident_id),
      ticketId: String(chain.ticket.ticket_id),
      alertId: String(chain.alert.alert_id),
    }
  })
  return { customerId, entityId, ...ids }
}
