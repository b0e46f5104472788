import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { readRuleLagForAllCustomers } from './rule-evaluation-table.ts'
import { countFaultsForAllCustomers } from './rule-fault-table.ts'

/** How far the evaluation of alert rules is behind. The pool must log in as the worker. */
export const readRuleLag = (context: Pick<Context, 'pool'>): Promise<{ seconds: number; customers: number }> =>
  workForAllCustomers(context, readRuleLagForAllCustomers)

/** How many rules are not evaluated, or not on all their series, because of themselves. The pool must log in as the worker. */
export const countRuleFaults = (context: Pick<Context, 'pool'>): Promise<number> => workForAllCustomers(context, countFaultsForAllCustomers)
