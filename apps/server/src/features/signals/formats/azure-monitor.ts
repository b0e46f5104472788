import type { ReadSignal } from '@vakt/domain/alert-event.ts'
import { readAzureAlert } from './azure-alert.ts'
import { readClassicAlert } from './azure-classic-alert.ts'
import { buildAzureEvents } from './azure-events.ts'
import { isAzureTest } from './azure-test.ts'
import { field, isFields, unrecognised } from './read-field.ts'

/** Reads a webhook of an Azure action group: the common alert schema, and the older shapes of metric, log and activity log alerts. */
export function readAzureMonitor(body: unknown): ReadSignal {
  if (!isFields(body)) return unrecognised('not-object')
  const data = field(body, 'data')
  const essentials = isFields(data) ? field(data, 'essentials') : null
  const alert = isFields(data) && isFields(essentials) ? readAzureAlert(essentials, data) : readClassicAlert(body)
  if (alert === null) return unrecognised('azure-unknown')
  const events = buildAzureEvents(alert)
  return { kind: 'alerts', events: isAzureTest(alert, body) ? events.map((event) => ({ ...event, neverEnds: true as const })) : events }
}
