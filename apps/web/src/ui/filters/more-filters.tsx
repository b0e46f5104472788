import { Plus } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'

/** `isSet`: it narrows the list now, or is always shown. */
type RareFilter = { key: string; label: string; isSet: boolean; filter: ReactNode }

/** Filters that are rarely needed: each waits in a menu until it is set, or chosen there. */
export function MoreFilters({ filters, children }: { filters: readonly RareFilter[]; children?: ReactNode }) {
  const words = useTexts(uiTexts)
  const [opened, setOpened] = useState<readonly string[]>([])
  const isShown = ({ key, isSet }: RareFilter) => isSet || opened.includes(key)
  const waiting = filters.filter((one) => !isShown(one))
  return (
    <>
      {filters.filter(isShown).map(({ key, filter }) => (
        <Fragment key={key}>{filter}</Fragment>
      ))}
      {children}
      {waiting.length > 0 ? (
        <MenuButton
          fromStart
          variant="subtle"
          size="compact-sm"
          label={words.filter}
          icon={<Plus size={14} aria-hidden="true" />}
          items={waiting.map(({ key, label }) => ({ key, label, onChoose: () => setOpened([...opened, key]) }))}
        />
      ) : null}
    </>
  )
}
