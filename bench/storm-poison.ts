import { randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { insertCustomer, insertRules, metric, type StormCustomer } from './storm-customers.ts'
import type { Query } from './storm-installation.ts'

/** Takes connections and never answers. */
export async function startDeadServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    address: `http://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const costly = `$map([1..width], function($n) { $pad("", width, "#") & $replace(id, /(x+)+y/, "z") })`

/** A mapping that costs more than it may, a bucket and an event that nothing can read, and a rule on everything with a limit that is no number. */
export async function insertPoison(query: Query, { customerId }: StormCustomer, slot: number): Promise<void> {
  const sourceId = randomUUID()
  await query('insert into monitoring_source (source_id, customer_id, name) values ($1, $2, $3)', [sourceId, customerId, 'costly'])
  await query('update ingest_token set source_id = $1 where customer_id = $2', [sourceId, customerId])
  const mapping = {
    each: null,
    key: ['id'],
    state: { path: null, resolved: [], ignored: [] },
    severity: { path: null, map: [], default: 'low' },
    title: '{id}',
    description: null,
    targets: [],
    time: null,
    link: null,
    runbook: null,
    value: null,
    threshold: null,
    expression: `{"id": $join(${costly})}`,
  }
  await query(
    "insert into source_mapping (customer_id, source_id, version, mapping, created_at, created_by) values ($1, $2, 1, $3, now(), 'storm')",
    [customerId, sourceId, JSON.stringify(mapping)],
  )
  await query("insert into metric_batch (customer_id, slot, points) values ($1, $2, '\\x00ff00ff00')", [customerId, slot])
  await query('insert into metric_due (customer_id, slot, due_at) values ($1, $2, now()) on conflict do nothing', [customerId, slot])
  await query(
    `insert into event (customer_id, at, topic, kind, subject_id, actor_type, actor_id, actor_name)
     values ($1, now(), 'ticket', 'created', 'no number', 'system', 'storm', 'storm')`,
    [customerId],
  )
  await query(
    `update alert_rule set threshold = 'NaN', depends_on_metrics = $2 where customer_id = $1 and rule_id = (select min(rule_id::text)::uuid from alert_rule where customer_id = $1)`,
    [customerId, [metric]],
  )
}

/** A customer whose cloud never answers, with charts of it open. */
export async function openDeadStore(
  { origin, query }: { origin: string; query: Query },
  { customerId }: StormCustomer,
  tokens: { staff: string; user: () => string },
) {
  const id = () => randomUUID()
  const answer = await fetch(`${origin}/api/v1/admin/customer/${customerId}/connector`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.staff}`, 'content-type': 'application/json', 'x-vakt-session': 'storm-session-of-staff' },
    body: JSON.stringify({
      name: 'Dead',
      settings: { tenantId: id(), clientId: id(), subscriptions: [] },
      secret: 'secret',
      everyHours: 1,
      cron: null,
    }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The connector was answered ${answer.status}: ${text}`)
  const { connectorId } = (JSON.parse(text) as { result: { connectorId: string } }).result
  const rows = await query<{ entity_id: string }>(
    `update entity set source = 'azure', connector_id = $2, type = 'microsoft.compute/virtualmachines',
       external_id = '/subscriptions/${id()}/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/' || name
     where customer_id = $1 and name in (select name from entity where customer_id = $1 limit 12) returning entity_id`,
    [customerId, connectorId],
  )
  let isOver = false
  const open = async (entityId: string) => {
    while (!isOver) {
      const headers = { authorization: `Bearer ${tokens.user()}`, 'x-vakt-session': `storm-session-${customerId}` }
      const asked = fetch(`${origin}/api/v1/customer/${customerId}/entity/${entityId}/metric`, {
        headers,
        signal: AbortSignal.timeout(60_000),
      })
      await asked.then((one) => one.arrayBuffer()).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
  for (const { entity_id: entityId } of rows) void open(entityId)
  return () => {
    isOver = true
  }
}

export async function insertHostile(query: Query, ways: readonly string[], slot: number): Promise<Record<string, StormCustomer>> {
  const hostile: Record<string, StormCustomer> = {}
  for (const way of ways) {
    const customer = await insertCustomer(query, `storm-${way}`, 50)
    hostile[way] = customer
    if (way === 'replay' || way === 'poison') await insertRules(query, customer, 50, slot - 300)
    if (way === 'poison') await insertPoison(query, customer, slot)
  }
  return hostile
}

export const staffRoles = [globalAdminRole]
