import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { bulkTexts } from './bulk.texts.ts'
import type { BulkProgress } from './use-bulk-run.ts'

/** How far a change of many rows is, where that takes several calls. What was done until it is stopped stays done. */
export function BulkProgressNote({ progress: { tried, all }, onStop }: { progress: BulkProgress; onStop: () => void }) {
  const words = useTexts(bulkTexts)
  return (
    <>
      <span role="status">{words.progress(tried, all)}</span>
      <Button size="compact-md" variant="subtle" onClick={onStop}>
        {words.stop}
      </Button>
    </>
  )
}
