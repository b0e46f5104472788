import type { SignalFormat } from '@vakt/contract/monitoring-sources.ts'
import type { ReadSignal } from '@vakt/domain/alert-event.ts'
import { readAlertmanager } from './alertmanager.ts'
import { readAzureMonitor } from './azure-monitor.ts'

/** How the body of each inbound format is read: any JSON value is taken, nothing is thrown. */
export const formats: Record<SignalFormat, (body: unknown) => ReadSignal> = {
  alertmanager: readAlertmanager,
  'azure-monitor': readAzureMonitor,
}
