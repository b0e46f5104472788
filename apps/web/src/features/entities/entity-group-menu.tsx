import { Rows3 } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { entityListTexts } from './entity-list.texts.ts'

const maxKeys = 12

type GroupMenuProps = {
  by: string | undefined
  keys: readonly string[]
  more: readonly string[]
  onChoose: (by: string | undefined) => void
}

/** By a field, or by any tag, those first by which the customer groups. */
export function GroupMenu({ by, keys, more, onChoose }: GroupMenuProps) {
  const words = useTexts(entityListTexts)
  const current = by?.startsWith('tag:') ? [by.slice(4)] : []
  const tags = [...new Set([...keys, ...current, ...more])].slice(0, maxKeys)
  const fields = ['resourceGroup', 'subscription', 'type', 'region'] as const
  const labelOf = (value: string) => (fields.find((field) => field === value) ? words[value as (typeof fields)[number]] : value.slice(4))
  const options = [...fields, ...tags.map((key) => `tag:${key}`)]
  return (
    <MenuButton
      label={by ? words.groupBy(labelOf(by)) : words.group}
      icon={<Rows3 size={16} aria-hidden="true" />}
      items={[
        { key: 'none', label: words.noGroups, isCurrent: by === undefined, onChoose: () => onChoose(undefined) },
        ...options.map((value) => ({ key: value, label: labelOf(value), isCurrent: value === by, onChoose: () => onChoose(value) })),
      ]}
    />
  )
}
