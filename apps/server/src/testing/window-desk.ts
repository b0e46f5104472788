import assert from 'node:assert/strict'
import type { Alert, AlertDetails } from '@vakt/contract/alerts/alerts.ts'
import type { Incident } from '@vakt/contract/incidents/incidents.ts'
import type { HeldAlert } from '@vakt/contract/service-windows/service-window-occurrences.ts'
import type { ServiceWindow, WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import { dispatchEvents } from '#server/features/events/dispatch-events.ts'
import { serviceWindowQueues } from '#server/features/service-windows/advance-windows.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createDispatch } from '#server/roles/event-catalogue.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer, createEntity, createIngestToken } from './factories.ts'
import { clockAt } from './moved-clock.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { silentLog } from './test-database.ts'

type Entity = Awaited<ReturnType<typeof createEntity>>
const minute = 60_000
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute)

/** A customer with its own worker whose clock is set. */
export async function openWindowDesk(vakt: TestApp) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const token = await createIngestToken(vakt.database, customerId)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  await vakt.call(anna, 'POST', '/authentication/usercontext', {})
  const base = `/customer/${customerId}`
  const windows = `${base}/service-window`
  const read = async <T>(path: string): Promise<T> => {
    const answer = await vakt.call(anna, 'GET', `${base}/${path}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result
  }
  const write = async (method: string, path: string, body: unknown): Promise<ServiceWindow> => {
    const answer = await vakt.call(anna, method, path, body)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result
  }
  const send = async (
    state: 'firing' | 'resolved',
    entity: Pick<Entity, 'name'>,
    { rule = 'HighCpu', at = new Date(), metric = '', severity = 'high', from = null as Date | null } = {},
  ) => {
    const labels = { alertname: rule, severity, instance: entity.name, ...(metric && { metric_name: metric, metric }) }
    const startsAt = '2026-11-20T10:00:00Z'
    const endsAt = state === 'resolved' ? at.toISOString() : '0001-01-01T00:00:00Z'
    const alert = {
      status: state,
      fingerprint: `${rule} ${entity.name}`,
      labels,
      annotations: {},
      startsAt: from?.toISOString() ?? (state === 'firing' && at.getTime() > Date.now() ? at.toISOString() : startsAt),
      endsAt,
    }
    assert.equal((await vakt.send('alertmanager', token, { version: '4', status: state, alerts: [alert] })).statusCode, 202)
  }
  return {
    customerId,
    anna,
    read,
    send,
    entity: (more: Parameters<typeof createEntity>[2] = {}) => createEntity(vakt.database, customerId, more),
    /** Sends alerts and works them through; the time of their state is that of the worker. */
    async tell(state: 'firing' | 'resolved', entity: Pick<Entity, 'name'>, more: NonNullable<Parameters<typeof send>[2]> = {}) {
      await send(state, entity, more)
      await vakt.work(more.at)
    },
    /** Every occurrence begins and ends so many minutes later, or earlier. */
    move: (minutes: number) =>
      workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
        transaction.query(
          `update service_window_occurrence set starts_at = starts_at + g, ends_at = ends_at + g, planned_ends_at = planned_ends_at + g,
             settles_at = settles_at + g from make_interval(mins => $2) g where customer_id = $1`,
          [customerId, minutes],
        ),
      ),
    window: (scope: object, { minutes = 60, startsIn = -1 } = {}) =>
      write('POST', windows, {
        reason: 'Patching',
        schedule: {
          ...{ timeZone: 'UTC', startsAt: inMinutes(startsIn).toISOString().slice(0, 16), repeats: 'once', weekdays: [], monthDay: null },
          ...{ cron: '', endsOn: null, endsAfter: null },
        },
        durationInSeconds: minutes * 60,
        scope,
      }),
    change: (window: ServiceWindow, more: object) => {
      const { reason, schedule, durationInSeconds, scope, version } = window
      return write('PUT', `${windows}/${window.serviceWindowId}`, { reason, schedule, durationInSeconds, scope, version, ...more })
    },
    act: (window: ServiceWindow, verb: string, body: object = {}) => write('POST', `${windows}/${window.serviceWindowId}/${verb}`, body),
    /** Writes the notifications and mails of what was noted; answers the subjects of the mails to Anna about these kinds. */
    async mails(kinds: string): Promise<string[]> {
      const createContext = () => ({
        ...{ actor: { type: 'system' as const, job: 'dispatch-events' }, now: new Date(), pool: vakt.database.worker },
        ...{ log: silentLog, requestId: null, isStaff: false },
      })
      const dispatch = createDispatch({ origin: 'https://vakt.test', from: { name: 'Vakt', address: 'vakt@vakt.test' }, isSending: true })
      while (await dispatchEvents(createContext, dispatch));
      const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
        transaction.query<{ subject: string }>(
          "select subject from mail_delivery where customer_id = $1 and kind like $2 and address like 'anna%' order by event_id",
          [customerId, kinds],
        ),
      )
      return rows.map(({ subject }) => subject)
    },
    /** The worker looks at every window, by a clock that shows this. */
    async advance(now = new Date()) {
      await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
        transaction.query("update job set due = now() where queue = 'service-window' and customer_id = $1", [customerId]),
      )
      const createContext = () => ({
        ...{ actor: { type: 'system' as const, job: 'service-window' }, ...clockAt(now), pool: vakt.database.worker },
        ...{ log: silentLog, ports, requestId: null, isStaff: false },
      })
      await workThrough(serviceWindowQueues(), createContext)
    },
    alerts: () => read<Alert[]>('alert'),
    trail: async () => (await read<AlertDetails>(`alert/${(await read<Alert[]>('alert'))[0]?.alertId}`)).trail.map(({ step }) => step),
    incidents: () => read<Incident[]>('incident'),
    tickets: async () => (await read<{ all: number }>('ticket/count')).all,
    async held(window: ServiceWindow) {
      const path = `service-window/${window.serviceWindowId}/occurrence`
      const [occurrence] = await read<WindowOccurrence[]>(path)
      const held = await read<HeldAlert[]>(`${path}/${occurrence?.occurrenceId}/held`)
      return held.map(({ outcome }) => outcome)
    },
  }
}
