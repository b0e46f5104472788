import { countRuleFaults, readRuleLag } from '#server/features/alert-rules/read-rule-lag.ts'
import { readBucketLag } from '#server/features/metrics/read-bucket-lag.ts'
import type { Context } from '#server/platform/context.ts'
import type { Metrics } from '#server/platform/metrics.ts'

/** How far metrics and alert rules are behind, at `/metrics`. */
export function setLagFigures(metrics: Metrics, context: Pick<Context, 'pool'>): void {
  metrics.setFigure(
    'vakt_metric_bucket_lag_seconds',
    'For how long the bucket that should be closed by now has been waiting.',
    async () => (await readBucketLag(context)).seconds,
  )
  metrics.setFigure(
    'vakt_metric_buckets_due',
    'Buckets that are due, those of late points too.',
    async () => (await readBucketLag(context)).due,
  )
  metrics.setFigure(
    'vakt_rule_lag_seconds',
    'For how long a closed bucket has been waiting for the evaluation of rules.',
    async () => (await readRuleLag(context)).seconds,
  )
  metrics.setFigure(
    'vakt_rule_customers_behind',
    'Customers whose rules wait to be evaluated on a closed bucket.',
    async () => (await readRuleLag(context)).customers,
  )
  metrics.setFigure(
    'vakt_rules_not_evaluated',
    'Alert rules whose evaluation fails, on some of their series or on all. The others of the customer go on.',
    () => countRuleFaults(context),
  )
}
