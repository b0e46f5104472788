import type { PlaceholderValues } from '@vakt/domain/processes/render-placeholders.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { processFormTexts } from './process-form.texts.ts'

/** What placeholders are shown as while a process is written: its own names, and an example of an incident. */
export function usePreviewValues({ entityName, processName }: { entityName: string | null; processName: string }): PlaceholderValues {
  const { sample } = useTexts(processFormTexts)
  const format = useFormat()
  const { customerId } = useShownCustomer()
  const [now] = useState(() => new Date(serverNow()).toISOString())
  return {
    resource: entityName ?? 'vm-web-01',
    severity: sample.severity,
    ticket: '#10350',
    incident: sample.incident,
    rule: sample.rule,
    metric: sample.metric,
    customer: customerId,
    time: format.exact(now),
    process: processName.trim() || sample.process,
  }
}
