import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { readBucketLagForAllCustomers } from './metric-point-table.ts'

/** How far the closing of buckets is behind. The pool must log in as the worker. */
export const readBucketLag = (context: Pick<Context, 'pool'>): Promise<{ seconds: number; due: number }> =>
  workForAllCustomers(context, readBucketLagForAllCustomers)
