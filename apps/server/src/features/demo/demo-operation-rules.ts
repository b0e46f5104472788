import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { NewRuleStandard, StandardRuleContent } from '@vakt/contract/alert-rules/rule-standards.ts'

const gibibyte = 1024 ** 3
const machines = { type: ['Microsoft.Compute/virtualMachines'], resourceGroup: [], tag: [] }

const content = (
  own: Pick<StandardRuleContent, 'name' | 'description' | 'metricName' | 'threshold'> & Partial<StandardRuleContent>,
): StandardRuleContent => ({
  ...{ severity: 2, aggregation: 'avg', thresholdComparison: '>', useCriticalThreshold: false, criticalThreshold: null },
  ...{ alertsBeforeAction: 3, autoCloseDelayInSeconds: 900, missingData: 'ignored', runbookUrl: null },
  ...own,
})

/** By which the standard that the demo made is known when it is removed. */
export const demoStandardName = 'Virtual machines'

export const demoStandard: NewRuleStandard = {
  ...{ name: demoStandardName, description: 'What every virtual machine is watched for.', filter: machines, allowsThresholdChanges: false },
  rules: [
    content({
      ...{ name: 'CPU above 98% for 30 minutes', metricName: 'instance:node_cpu_utilisation:rate5m', threshold: 98, alertsBeforeAction: 6 },
      description: 'Find the process that uses the processor.',
    }),
    content({
      ...{ name: 'Less than 512 MiB of memory left', metricName: 'node_memory_MemAvailable_bytes', threshold: gibibyte / 2 },
      ...{ aggregation: 'min', thresholdComparison: '<', description: 'Find the process that has grown.' },
    }),
  ],
}

/** What a customer has of the first rule instead of what the standard says. */
export const driftedThreshold = 90

const [diskRule, cpuRule] = ['Free disk of vm-wms-01 below 26 GiB', 'CPU of vm-reporting-01 never below 5% for a day'] as const
/** The rules of the demo customer that are made with its operations. */
export const operationRuleNames = [diskRule, cpuRule]

/** One that fires on what the demo's metrics are, and one that counts violations for a day. */
export const planRules = ({ logs, quiet }: { logs: string; quiet: string }): NewAlertRule[] => {
  const own = { dependsOnMetrics: [], valid_from_dt: null, valid_to_dt: null, enabled: true, filter: null, excludedEntityIds: [] }
  return [
    {
      ...content({
        ...{ name: diskRule, metricName: 'node_filesystem_avail_bytes', threshold: 26 * gibibyte },
        ...{ thresholdComparison: '<', severity: 3, alertsBeforeAction: 1, description: 'Plan to pack the logs of the warehouse system.' },
      }),
      ...{ ...own, entityId: logs },
    },
    {
      ...content({
        ...{ name: cpuRule, metricName: 'instance:node_cpu_utilisation:rate5m', threshold: 5 },
        ...{ severity: 3, alertsBeforeAction: 288, description: 'The reports of the night have not ended. Look for one that hangs.' },
      }),
      ...{ ...own, entityId: quiet },
    },
  ]
}
