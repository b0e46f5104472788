import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import type { MenuItem } from '#web/ui/controls/menu-button.tsx'
import { failureToast } from '#web/ui/toast/toast.ts'
import { exportTexts } from './export.texts.ts'

export type OnExport = (format: 'csv' | 'json') => Promise<void>

/** The forms in which a list is saved as a file, as entries of a menu, and whether one is on its way. */
export function useExportItems(onExport: OnExport | undefined): { isBusy: boolean; items: MenuItem[] } {
  const words = useTexts(exportTexts)
  const [isBusy, setBusy] = useState(false)
  if (!onExport) return { isBusy, items: [] }

  async function save(format: 'csv' | 'json') {
    setBusy(true)
    await onExport?.(format).catch(failureToast(words.exportFailed))
    setBusy(false)
  }

  return {
    isBusy,
    items: [
      { key: 'csv', label: words.exportCsv, onChoose: () => void save('csv') },
      { key: 'json', label: words.exportJson, onChoose: () => void save('json') },
    ],
  }
}
