import { useTexts } from '#web/platform/texts.ts'
import type { Area, Level } from '#web/shared/access/feature-areas.ts'
import { useRoleName } from '#web/shared/access/use-role-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { Difference } from './permission-draft.ts'
import styles from './permissions.module.css'
import { permissionTexts } from './permissions.texts.ts'

type PermissionConflictProps = { differences: Difference[]; onTheirs: () => void; onYours: () => void }

/** Both versions side by side, and the choice between them. */
export function PermissionConflict({ differences, onTheirs, onYours }: PermissionConflictProps) {
  const words = useTexts(permissionTexts)
  const nameOf = useRoleName()
  const describe = (key: string) => {
    const [, area, level] = key.split('.') as [string, Area, Level]
    return `${words.areas[area]}, ${words[level].toLowerCase()}`
  }
  const state = (isOn: boolean) => (isOn ? words.on : words.off)
  return (
    <section className={styles.conflict} role="alert" aria-label={words.conflictTitle}>
      <h2>{words.conflictTitle}</h2>
      <p>{differences.length > 0 ? words.conflictText : words.conflictSame}</p>
      {differences.length > 0 ? (
        <table className={styles.differences}>
          <thead>
            <tr>
              <th scope="col">{words.feature}</th>
              <th scope="col">{words.theirs}</th>
              <th scope="col">{words.yours}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ role, key, theirs, yours }) => (
              <tr key={`${role} ${key}`}>
                <th scope="row">
                  {role === null ? words.customer : nameOf(role)}: {describe(key)}
                </th>
                <td>{state(theirs)}</td>
                <td>{state(yours)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <div className={styles.actions}>
        <Button variant="default" onClick={onTheirs}>
          {words.takeTheirs}
        </Button>
        <Button variant="light" color="red" onClick={onYours}>
          {words.takeYours}
        </Button>
      </div>
    </section>
  )
}
