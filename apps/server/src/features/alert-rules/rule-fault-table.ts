import type { Transaction } from '#server/platform/database/transaction.ts'

/** As the number of a series: the rule as a whole. */
export const wholeRule = -1

export type RuleFault = { ruleId: string; seriesNo: number; fromSlot: number; isDue: boolean }

const isOfVersion = 'f.rule_version = r.version'

/** Those of the versions that there are now. `isDue`: it is to be tried again, which is never twice on one bucket. */
export async function readFaults(transaction: Transaction, customerId: string, now: Date): Promise<RuleFault[]> {
  const { rows } = await transaction.query<RuleFault>(
    `select f.rule_id as "ruleId", f.series_no as "seriesNo", f.from_slot as "fromSlot", f.try_again_at <= $2 and f.tried_slot <= c.evaluated_to as "isDue"
     from alert_rule_fault f join alert_rule r on r.customer_id = f.customer_id and r.rule_id = f.rule_id
       join alert_rule_clock c on c.customer_id = f.customer_id
     where f.customer_id = $1 and ${isOfVersion}`,
    [customerId, now],
  )
  return rows
}

/** After so many attempts in a row without success a rule is tried again only once an hour. */
const attemptsUntilSetAside = 5
const setAsideSeconds = 3600

export type NewFault = { ruleId: string; seriesNo: number; reason: string }

/**
 * What failed is left out from the first bucket that is not evaluated yet, or as before. One of the rule as a whole takes the place of those of its
 * series, and the other way round. Returns the rules.
 */
export async function writeFaults(transaction: Transaction, customerId: string, faults: readonly NewFault[], now: Date): Promise<string[]> {
  const columns = [faults.map(({ ruleId }) => ruleId), faults.map(({ seriesNo }) => seriesNo), faults.map(({ reason }) => reason)]
  const { rows } = await transaction.query<{ ruleId: string }>(
    `with found as (select * from unnest($2::uuid[], $3::int[], $4::text[]) as n (rule_id, series_no, reason)),
     known as (
       select f.rule_id, max(f.attempts) as attempts, min(f.from_slot) as from_slot from alert_rule_fault f
         join alert_rule r on r.customer_id = $1 and r.rule_id = f.rule_id and ${isOfVersion}
       where f.customer_id = $1 group by f.rule_id
     )
     insert into alert_rule_fault (customer_id, rule_id, series_no, rule_version, reason, attempts, from_slot, tried_slot, try_again_at)
     select $1, n.rule_id, n.series_no, r.version, n.reason, coalesce(k.attempts, 0) + 1, coalesce(k.from_slot, c.evaluated_to + 1), c.evaluated_to + 1,
       case when coalesce(k.attempts, 0) + 1 < $6 then $5 else $5::timestamptz + make_interval(secs => $7) end
     from found n join alert_rule r on r.customer_id = $1 and r.rule_id = n.rule_id
       join alert_rule_clock c on c.customer_id = $1 left join known k on k.rule_id = n.rule_id
     on conflict (customer_id, rule_id, series_no) do update set rule_version = excluded.rule_version, reason = excluded.reason,
       attempts = excluded.attempts, from_slot = excluded.from_slot, tried_slot = excluded.tried_slot,
       try_again_at = excluded.try_again_at
     returning rule_id as "ruleId"`,
    [customerId, ...columns, now, attemptsUntilSetAside, setAsideSeconds],
  )
  await transaction.query(
    `delete from alert_rule_fault f using unnest($2::uuid[], $3::int[]) as n (rule_id, series_no)
     where f.customer_id = $1 and f.rule_id = n.rule_id and (f.series_no = $4) <> (n.series_no = $4)`,
    [customerId, columns[0], columns[1], wholeRule],
  )
  return [...new Set(rows.map(({ ruleId }) => ruleId))]
}

/** These were evaluated again; those of earlier versions no longer count. Returns the rules. */
export async function deleteFaults(transaction: Transaction, customerId: string, faults: readonly RuleFault[]): Promise<string[]> {
  const { rows } = await transaction.query<{ ruleId: string }>(
    `delete from alert_rule_fault f using alert_rule r
     where f.customer_id = $1 and r.customer_id = $1 and r.rule_id = f.rule_id
       and (not ${isOfVersion} or (f.rule_id, f.series_no) in (select * from unnest($2::uuid[], $3::int[])))
     returning f.rule_id as "ruleId"`,
    [customerId, faults.map(({ ruleId }) => ruleId), faults.map(({ seriesNo }) => seriesNo)],
  )
  return [...new Set(rows.map(({ ruleId }) => ruleId))]
}

/** How many rules are not evaluated, or not on all their series. */
export async function countFaultsForAllCustomers(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    `select count(distinct f.rule_id)::int as count from alert_rule_fault f
       join alert_rule r on r.customer_id = f.customer_id and r.rule_id = f.rule_id and ${isOfVersion}
     where r.enabled and r.deleted_at is null`,
  )
  return rows[0]?.count ?? 0
}

/** What keeps rule `r` from being evaluated, as the contract has it, with the slot instead of the moment. */
export const faultColumn = `(
  select json_build_object('fromSlot', min(f.from_slot), 'reason', min(f.reason), 'series', count(*) filter (where f.series_no <> ${wholeRule}),
    'isSetAside', bool_or(f.attempts >= ${attemptsUntilSetAside}))
  from alert_rule_fault f where f.customer_id = r.customer_id and f.rule_id = r.rule_id and ${isOfVersion} and r.enabled
  having count(*) > 0)`

/** The last slot that rule `r` as a whole was evaluated on before its fault; null: nothing keeps all of it from being evaluated. */
export const lastSlotBeforeFault = `(
  select min(f.from_slot) - 1 from alert_rule_fault f
  where f.customer_id = r.customer_id and f.rule_id = r.rule_id and ${isOfVersion} and f.series_no = ${wholeRule})`

/** Rules that have something to evaluate or to end. */
export async function readRuleIdsToEvaluate(transaction: Transaction, customerId: string): Promise<string[]> {
  const { rows } = await transaction.query<{ ruleId: string }>(
    `select rule_id as "ruleId" from alert_rule where customer_id = $1 and enabled and deleted_at is null
     union select rule_id from alert_rule_state where customer_id = $1 order by 1`,
    [customerId],
  )
  return rows.map(({ ruleId }) => ruleId)
}
