import type { StandardCover } from '@vakt/contract/alert-rules/rule-standards.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type GroupTask = { provider: string; standardId: string; task: 'apply' | 'stop'; customerIds: string[] }

/**
 * What is left to do so that customers in the groups of a standard follow it, and those that follow it because they were in one do not any more.
 * Where it failed for those that are in one still, someone has to try it again. Closed customers keep what they have.
 */
export async function readGroupTasksForAllCustomers(transaction: Transaction): Promise<GroupTask[]> {
  const { rows } = await transaction.query<GroupTask>(
    `with member as materialized (
       select s.customer_id as provider, s.standard_id, c.customer_id as target
       from rule_standard s join customer c on c.label_keys && s.group_keys where s.group_keys <> '{}'
     ), follower as materialized (
       select standard_id, customer_id as target from rule_standard_follower where of_group
       union
       select standard_id, target_customer_id from rule_standard_application where of_group and task = 'apply' and state <> 'done'
     ), wanted as (
       select m.provider, m.standard_id, m.target, 'apply' as task from member m
       left join rule_standard_application a on a.standard_id = m.standard_id and a.target_customer_id = m.target
       where case when a.state is null or a.state = 'done'
         then not exists (select from rule_standard_follower f where f.standard_id = m.standard_id and f.customer_id = m.target)
         else a.task = 'stop' end
       union all
       select s.customer_id, f.standard_id, f.target, 'stop' from follower f join rule_standard s on s.standard_id = f.standard_id
       where not exists (select from member m where m.standard_id = f.standard_id and m.target = f.target)
         and not exists (select from rule_standard_application a where a.standard_id = f.standard_id and a.target_customer_id = f.target
           and a.task = 'stop' and a.state = 'waiting')
     )
     select provider, standard_id as "standardId", task, array_agg(target order by target) as "customerIds" from wanted
     where ${ofOpenCustomer('target')} group by provider, standard_id, task order by standard_id, task`,
  )
  return rows
}

type Preview = NonNullable<StandardCover['groups']>
const named = 5
const count = (name: string) =>
  `(select json_build_object('customers', count(*), 'names', coalesce((array_agg(name order by name))[1:${named}], '{}')) from ${name}) as "${name}"`

/** Which customers a standard would be applied to, and at which it would be stopped, were it for these groups. */
export async function readGroupPreviewForAllCustomers(
  transaction: Transaction,
  { standardId, groupKeys }: { standardId: string | null; groupKeys: readonly string[] },
): Promise<Preview> {
  const { rows } = await transaction.query<Preview>(
    `with follower as (
       select customer_id, of_group from rule_standard_follower where standard_id = $1
     ), joining as (
       select c.name from customer c where c.label_keys && $2::text[] and ${ofOpenCustomer('c.customer_id')}
         and c.customer_id not in (select customer_id from follower)
     ), leaving as (
       select c.name from customer c join follower f using (customer_id)
       where f.of_group and not c.label_keys && $2::text[] and ${ofOpenCustomer('c.customer_id')}
     )
     select ${count('joining')}, ${count('leaving')}`,
    [standardId, groupKeys],
  )
  const none = { customers: 0, names: [] }
  return rows[0] ?? { joining: none, leaving: none }
}
