// biome-ignore-all lint/a11y/noRedundantRoles: another display, as on a phone, takes away what a table means unless it is stated
// biome-ignore-all lint/a11y/useSemanticElements: as above
import { type FeatureKey, featureKeys, globalAdminRole, staffRoles } from '@vakt/contract/features.ts'
import type { AdministeredStaffRole } from '@vakt/contract/users/staff-roles.ts'
import { featuresOfStaffRoles } from '@vakt/domain/access.ts'
import type { ReactNode } from 'react'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { areas } from '#web/shared/access/feature-areas.ts'
import { ownRoleName } from '#web/shared/access/own-role-name.ts'
import { roleNames } from '#web/shared/access/role-names.texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { levelOf } from './role-values.ts'
import styles from './staff-roles.module.css'
import { staffRolesTexts } from './staff-roles.texts.ts'

type RoleMatrixProps = {
  own: readonly AdministeredStaffRole[]
  onCopy: (role: string) => void
  onEdit: (role: AdministeredStaffRole) => void
  onRemove: (role: AdministeredStaffRole) => void
}

/** All roles of the staff in one table: the four that there are, and those of the provider. */
export function RoleMatrix({ own, onCopy, onEdit, onRemove }: RoleMatrixProps) {
  const words = useTexts(staffRolesTexts)
  const names = useTexts(roleNames)
  const language = useLanguage()
  const copy = (role: string, name: string) => (
    <Button size="compact-sm" variant="default" aria-label={words.copyNamed(name)} onClick={() => onCopy(role)}>
      {words.copy}
    </Button>
  )
  return (
    <table role="table" className={styles.matrix} aria-label={words.matrix}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {words.role}
          </th>
          {areas.map((area) => (
            <th key={area} role="columnheader" scope="col">
              {words.areas[area]}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span className={styles.unseen}>{words.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        <RoleRow name={names[globalAdminRole]} notes={[words.administratorHelp, words.builtIn]} features={featureKeys} tools={null} />
        {staffRoles.map((role) => (
          <RoleRow
            key={role}
            name={names[role]}
            notes={[words.builtIn]}
            features={featuresOfStaffRoles({ roles: [role] })}
            tools={copy(role, names[role])}
          />
        ))}
        {own.map((one) => {
          const name = ownRoleName(one, language)
          const { role, description, holders, features } = one
          const notes = [description, words.people(holders.people), holders.isWelcomeRole ? words.welcome : '', words.key(role)]
          return (
            <RoleRow
              key={role}
              name={name}
              notes={notes}
              features={features}
              tools={
                <>
                  <Button size="compact-sm" variant="default" aria-label={words.editNamed(name)} onClick={() => onEdit(one)}>
                    {words.edit}
                  </Button>
                  {copy(role, name)}
                  <Button size="compact-sm" variant="subtle" color="red" aria-label={words.removeNamed(name)} onClick={() => onRemove(one)}>
                    {words.remove}
                  </Button>
                </>
              }
            />
          )
        })}
      </tbody>
    </table>
  )
}

type RoleRowProps = { name: string; notes: readonly string[]; features: readonly FeatureKey[]; tools: ReactNode }

function RoleRow({ name, notes, features, tools }: RoleRowProps) {
  const words = useTexts(staffRolesTexts)
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span className={styles.name}>{name}</span>
        {notes.filter(Boolean).map((note) => (
          <span key={note} className={styles.note}>
            {note}
          </span>
        ))}
      </th>
      {areas.map((area) => {
        const level = levelOf(features, area)
        return (
          <td key={area} role="cell" data-level={level}>
            <span className={styles.area} aria-hidden="true">
              {words.areas[area]}
            </span>
            <span aria-hidden="true">{words.short[level]}</span>
            <span className={styles.unseen}>{words.levels[level]}</span>
          </td>
        )
      })}
      <td role="cell" className={styles.tools}>
        {tools}
      </td>
    </tr>
  )
}
