import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { useState } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import styles from './monitoring-sources.module.css'
import { sourceTexts } from './monitoring-sources.texts.ts'
import { SourceForm } from './source-form.tsx'
import { useCreateSource } from './source-queries.ts'
import { SourceSecret } from './source-secret.tsx'

/** Creates a source of the shown customer, then shows its token this once. */
export function NewSource({ onClose }: { onClose: () => void }) {
  const words = useTexts(sourceTexts)
  const { customerId, name } = useShownCustomer()
  const create = useCreateSource(customerId)
  const [made, setMade] = useState<(MonitoringSource & { secret: string }) | null>(null)
  if (made) return <SourceSecret source={made} secret={made.secret} onDone={onClose} />
  return (
    <PanelContent>
      <div>
        <PanelTitle>{words.addFor(name)}</PanelTitle>
        <p className={styles.help}>{words.addHelp}</p>
      </div>
      <SourceForm source={null} onSubmit={(wanted) => create.mutateAsync(wanted)} onSent={setMade} />
    </PanelContent>
  )
}
