import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'

/** The list is not empty, the filters are too narrow. `hidden` is how many they hide, where that is known. */
export function NothingMatches({ title, hidden, onClear }: { title: string; hidden?: number | undefined; onClear: () => void }) {
  const words = useTexts(uiTexts)
  return (
    <EmptyState title={title} text={hidden ? words.hiddenByFilters(hidden) : undefined}>
      <Button variant="default" onClick={onClear}>
        {words.clearFilters}
      </Button>
    </EmptyState>
  )
}
