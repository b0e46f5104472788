import type { FeatureKey } from '@vakt/contract/features.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { type Area, areas, keyOf, type Level, withFeature } from './permission-draft.ts'
import styles from './permissions.module.css'
import { permissionTexts } from './permissions.texts.ts'

type PermissionTableProps = {
  /** Whose features these are. */
  who: string
  features: readonly FeatureKey[]
  /** What the customer has; a role has nothing beyond it. */
  bound?: readonly FeatureKey[]
  onChange: (features: FeatureKey[]) => void
}

export function PermissionTable({ who, features, bound, onChange }: PermissionTableProps) {
  const words = useTexts(permissionTexts)
  const toggle = (area: Area, level: Level, isOn: boolean) => onChange(withFeature(features, area, level, isOn))
  return (
    <table className={styles.table} aria-label={who}>
      <thead>
        <tr>
          <th scope="col">{words.feature}</th>
          <th scope="col">{words.read}</th>
          <th scope="col">{words.write}</th>
        </tr>
      </thead>
      <tbody>
        {areas.map((area) => (
          <tr key={area}>
            <th scope="row">{words.areas[area]}</th>
            {(['read', 'write'] as const).map((level) => {
              const key = keyOf(area, level)
              const isOn = key !== undefined && features.includes(key)
              const isBeyond = isOn && bound !== undefined && !bound.includes(key)
              return (
                <td key={level}>
                  {key ? (
                    <span className={isBeyond ? styles.beyond : undefined} title={isBeyond ? words.notSwitchedOn : undefined}>
                      <Switch
                        label={
                          <span className={styles.unseen}>
                            {words.cell(who, words.areas[area], words[level]) + (isBeyond ? `. ${words.notSwitchedOn}` : '')}
                          </span>
                        }
                        checked={isOn}
                        onChange={(checked) => toggle(area, level, checked)}
                      />
                    </span>
                  ) : null}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
