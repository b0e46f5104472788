import { bucketMilliseconds } from '@vakt/domain/metrics/bucket.ts'

/** What Vakt raised, of itself or by an alert rule, is nothing that arrived. */
const notReceived = `'vakt', 'alert-rule'`
/** Bounded, as a customer may have nothing but such alerts. */
const recentAlerts = 100

/** SQL: whether anything is connected at this customer. Not `exists` of its entities: for many customers it would read all of them at once. */
export const isConnected = (customer: string) => `(coalesce((select true from entity where customer_id = ${customer} limit 1), false)
    or exists (select from connector where customer_id = ${customer})
    or exists (select from monitoring_source where customer_id = ${customer} and revoked_at is null)
    or coalesce((select true from alert where customer_id = ${customer} limit 1), false))`

/** SQL: when something last arrived: a signal or heartbeat, the report of an agent, points of metrics, a run of a connector. Null: never, or long ago. */
export const lastReceivedAt = (customer: string) => `greatest(
    (select max(greatest(last_signal_at, last_heartbeat_at)) from monitoring_source where customer_id = ${customer} and revoked_at is null),
    (select max(last_seen_at) from agent join agent_contact using (customer_id, agent_id) where customer_id = ${customer} and revoked_at is null),
    (select max(last_seen_at) from (
       select source, last_seen_at from alert where customer_id = ${customer} order by changed_at desc, alert_id desc limit ${recentAlerts}) recent
     where source not in (${notReceived})),
    (select to_timestamp((max(slot) + 1) * ${bucketMilliseconds / 1000}.0) from metric_chunk where customer_id = ${customer}),
    (select max(finished_at) from connector join lateral (
       select finished_at from connector_run where customer_id = ${customer} and connector_id = connector.connector_id and state = 'succeeded'
       order by created_at desc, run_id desc limit 1) run on true
     where customer_id = ${customer}))`

/** SQL: whether something arrived in the past 24 hours, as `customer-reception.ts` of the domain has it. Of what is silent no health is known. */
export const isReceivedLately = (customer: string) => `coalesce(${lastReceivedAt(customer)} > now() - interval '24 hours', false)`
