import type { SignalFormat } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import type { ReadSignal } from '@vakt/domain/alert-event.ts'
import { readAlertmanager } from './alertmanager.ts'
import { readAzureMonitor } from './azure-monitor.ts'
import { readCloudWatch } from './cloudwatch.ts'
import { readDatadog } from './datadog.ts'
import { readGeneric } from './generic.ts'
import { readGoogleCloud } from './google-cloud.ts'
import { readGrafana } from './grafana.ts'
import { readPagerDuty } from './pagerduty.ts'
import { readZabbix } from './zabbix.ts'

/** How the body of each inbound format is read: any JSON value is taken, nothing is thrown. `generic` reads by the mapping of its source. */
export const formats: Record<SignalFormat, (body: unknown, mapping?: SignalMapping | null) => ReadSignal> = {
  alertmanager: readAlertmanager,
  'azure-monitor': readAzureMonitor,
  grafana: readGrafana,
  pagerduty: readPagerDuty,
  datadog: readDatadog,
  zabbix: readZabbix,
  'google-cloud': readGoogleCloud,
  'cloudwatch-sns': readCloudWatch,
  generic: (body, mapping = null) => readGeneric(body, mapping),
}

/** The identities of these are unique within one sender only: two Zabbix servers count their events from 1. */
export const formatsOfOneSender: ReadonlySet<string> = new Set<SignalFormat>(['pagerduty', 'zabbix', 'generic'])
