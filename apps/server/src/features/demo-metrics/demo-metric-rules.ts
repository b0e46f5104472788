import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { DemoResource } from './demo-metric-table.ts'
import { cpuMetric, databaseCpuMetric, diskMetric, fillingMachine, memoryMetric } from './demo-shapes.ts'

const gibibyte = 1024 ** 3

const rule = (own: Pick<NewAlertRule, 'name' | 'description' | 'metricName' | 'threshold'> & Partial<NewAlertRule>): NewAlertRule => ({
  severity: 1,
  aggregation: 'avg',
  thresholdComparison: '>',
  useCriticalThreshold: false,
  criticalThreshold: null,
  alertsBeforeAction: 3,
  dependsOnMetrics: [],
  autoCloseDelayInSeconds: 600,
  missingData: 'ignored',
  valid_from_dt: null,
  valid_to_dt: null,
  enabled: true,
  runbookUrl: null,
  entityId: null,
  filter: null,
  excludedEntityIds: [],
  ...own,
})

const ofType = (type: string) => ({ type: [type], resourceGroup: [], tag: [] })

/** None fires by itself, so that what the demo shows stays as it is; one is close to it. */
export function demoRulesOf(resources: readonly DemoResource[]): NewAlertRule[] {
  const filling = resources.find(({ name }) => name === fillingMachine)
  return [
    rule({
      name: 'CPU above 97% on servers',
      description: 'The server has next to no processor time left. Look for a job that runs at the wrong time.',
      metricName: cpuMetric,
      threshold: 97,
      filter: ofType('Microsoft.Compute/virtualMachines'),
    }),
    rule({
      name: 'Less than 1 GiB of memory left',
      description: 'The server is about to run out of memory. Check which process has grown.',
      severity: 2,
      metricName: memoryMetric,
      aggregation: 'min',
      thresholdComparison: '<',
      threshold: gibibyte,
      filter: ofType('Microsoft.Compute/virtualMachines'),
    }),
    rule({
      name: 'Database load above 97%',
      description: 'Queries wait for the processor. Look at the longest running ones.',
      severity: 2,
      metricName: databaseCpuMetric,
      threshold: 97,
      filter: ofType('Microsoft.Sql/servers/databases'),
    }),
    ...(filling
      ? [
          rule({
            name: `Disk of ${fillingMachine} is filling up`,
            description: 'Less than 20 GiB are free. Pack the logs of the warehouse system, or extend the disk.',
            metricName: diskMetric,
            thresholdComparison: '<',
            threshold: 20 * gibibyte,
            useCriticalThreshold: true,
            criticalThreshold: 2 * gibibyte,
            entityId: filling.entityId,
          }),
        ]
      : []),
  ]
}
