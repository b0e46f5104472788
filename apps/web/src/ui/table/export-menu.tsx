import { Download } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { type OnExport, useExportItems } from './use-export-items.ts'

/** The list as a file, in the form that is chosen. */
export function ExportMenu({ size = 'sm', onExport }: { size?: 'sm' | 'compact-sm'; onExport: OnExport }) {
  const words = useTexts(uiTexts)
  return <MenuButton size={size} label={words.export} icon={<Download size={16} aria-hidden="true" />} {...useExportItems(onExport)} />
}
