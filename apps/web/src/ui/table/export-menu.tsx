import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'

/** The list as a file, in the form that is chosen. */
export function ExportMenu({ size = 'sm', onExport }: { size?: 'sm' | 'compact-sm'; onExport: (format: 'csv' | 'json') => Promise<void> }) {
  const words = useTexts(uiTexts)
  const [isBusy, setBusy] = useState(false)

  async function save(format: 'csv' | 'json') {
    setBusy(true)
    await onExport(format).catch(() => showToast(words.exportFailed, 'failure'))
    setBusy(false)
  }

  return (
    <MenuButton
      size={size}
      label={words.export}
      icon={<Download size={16} aria-hidden="true" />}
      isBusy={isBusy}
      items={[
        { key: 'csv', label: words.exportCsv, onChoose: () => void save('csv') },
        { key: 'json', label: words.exportJson, onChoose: () => void save('json') },
      ]}
    />
  )
}
