import { type MappingPreview, mappingLimits, type SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { checkMapping } from '#server/features/monitoring-sources/check-mapping.ts'
import { getSource } from '#server/features/monitoring-sources/list-sources.ts'
import type { Context } from '#server/platform/context.ts'
import { readGenericBody } from './read-generic-body.ts'

function present(event: AlertEvent): MappingPreview['alerts'][number] {
  const { name, state, severity, description, fingerprint, startedAt, endedAt, targets, labels, sourceUrl } = event
  return {
    name,
    state,
    severity,
    description,
    key: fingerprint,
    at: (startedAt ?? endedAt)?.toISOString() ?? null,
    targets: [...new Set(targets.map(({ value }) => value))],
    value: labels.value ?? null,
    threshold: labels.threshold ?? null,
    link: sourceUrl,
    runbook: labels.runbook_url ?? null,
  }
}

/** What the mapping makes of a sample, by the reader that reads the signals themselves. */
export async function previewMapping(
  context: Context,
  customerId: string,
  id: string,
  { mapping, sample }: { mapping: SignalMapping; sample: string },
): Promise<MappingPreview> {
  await getSource(context, customerId, id)
  checkMapping(mapping)
  const content = await readGenericBody(Buffer.from(sample), mapping, { customerId, sourceId: null })
  if (content.kind === 'alerts') {
    const { events } = content
    return { kind: 'alerts', reason: null, count: events.length, alerts: events.slice(0, mappingLimits.shownAlerts).map(present) }
  }
  return { kind: content.kind === 'no-alerts' ? 'no-alerts' : 'unrecognised', reason: content.reason, count: 0, alerts: [] }
}
