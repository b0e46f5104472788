import { useQueryClient } from '@tanstack/react-query'
import { type FeatureKey, globalAdminRole } from '@vakt/contract/features.ts'
import type { Permissions } from '@vakt/contract/users/administration.ts'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useRoleName } from '#web/shared/access/use-role-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { focusHeading } from '#web/ui/page/focus-heading.ts'
import { failureToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { PermissionConflict } from './permission-conflict.tsx'
import { bodyOf, type Draft, draftOf, findDifferences, isSame } from './permission-draft.ts'
import { type MatrixRow, PermissionMatrix } from './permission-matrix.tsx'
import { permissionsQuery, useSavePermissions } from './permission-queries.ts'
import styles from './permissions.module.css'
import { permissionTexts } from './permissions.texts.ts'

type PermissionEditorProps = { customerId: string; customerName: string; current: Permissions }

/** What was chosen, and the saved version it was chosen from; null while nothing differs from what is saved. */
type Chosen = { draft: Draft; from: Permissions }

/** What the customer may have and what its roles allow, as one table that is saved as a whole. */
export function PermissionEditor({ customerId, customerName, current }: PermissionEditorProps) {
  const words = useTexts(permissionTexts)
  const nameOf = useRoleName()
  const queryClient = useQueryClient()
  const save = useSavePermissions(customerId)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [showsGlobalAdmin, setShowsGlobalAdmin] = useState(false)
  const draft = chosen?.draft ?? draftOf(current)
  const isChanged = chosen !== null && !isSame(chosen.draft, draftOf(chosen.from))
  const isStale = isChanged && chosen.from.version !== current.version
  const globalAdmin = draft.roles.find(({ role }) => role === globalAdminRole)

  const change = (part: Partial<Draft>) => setChosen({ from: chosen?.from ?? current, draft: { ...draft, ...part } })
  const changeRole = (role: string, features: FeatureKey[]) =>
    change({ roles: draft.roles.map((one) => (one.role === role ? { role, features } : one)) })

  function removeRole(removed: string) {
    change({ roles: draft.roles.filter(({ role }) => role !== removed) })
    focusHeading()
  }

  function discard() {
    setChosen(null)
    focusHeading()
  }

  const sayFailed = (error: unknown) => {
    if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries(permissionsQuery(customerId))
    else failureToast(words.failed)(error)
  }

  function send(version: number) {
    const before = draftOf(current)
    save.mutate(bodyOf(draft, version), {
      onSuccess: (saved) => {
        discard()
        showUndoToast(words.saved(customerName), () => save.mutate(bodyOf(before, saved.version), { onError: sayFailed }))
      },
      onError: sayFailed,
    })
  }

  const rowOf = ({ role, features }: Draft['roles'][number]): MatrixRow => ({
    key: `role ${role}`,
    name: nameOf(role),
    note: role === globalAdminRole && current.ignoresGlobalAdminMapping ? words.exempt : nameOf(role) === role ? undefined : role,
    features,
    onChange: (next) => changeRole(role, next),
    onRemove: () => removeRole(role),
  })
  const rows: MatrixRow[] = [
    {
      key: 'customer',
      name: customerName,
      note: words.customerHelp,
      features: draft.customer,
      onChange: (customer) => change({ customer }),
    },
    ...draft.roles.filter(({ role }) => role !== globalAdminRole).map(rowOf),
    ...(globalAdmin && showsGlobalAdmin ? [rowOf(globalAdmin)] : []),
  ]

  return (
    <div className={styles.editor}>
      <AskBeforeLeaving when={() => isChanged} />
      {isStale ? (
        <PermissionConflict
          differences={findDifferences(draftOf(current), draft)}
          onTheirs={discard}
          onYours={() => send(current.version)}
        />
      ) : null}
      <section>
        <PermissionMatrix label={words.matrix(customerName)} rows={rows} bound={draft.customer} />
        {globalAdmin ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={showsGlobalAdmin}
            onClick={() => setShowsGlobalAdmin(!showsGlobalAdmin)}
          >
            {showsGlobalAdmin ? words.hideGlobalAdmin : words.showGlobalAdmin}
          </Button>
        ) : null}
        <p className={styles.help}>{words.rolesHelp}</p>
        <AddRole
          taken={draft.roles.map(({ role }) => role)}
          onAdd={(role) => change({ roles: [...draft.roles, { role, features: [] }] })}
        />
      </section>
      {isChanged && !isStale ? (
        <div className={styles.bar} role="status">
          <span>{words.unsaved(customerName)}</span>
          <Button variant="default" disabled={save.isPending} onClick={discard}>
            {words.discard}
          </Button>
          <Button loading={save.isPending} onClick={() => send(chosen.from.version)}>
            {words.save}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function AddRole({ taken, onAdd }: { taken: string[]; onAdd: (role: string) => void }) {
  const words = useTexts(permissionTexts)
  const id = useId()
  const [name, setName] = useState('')
  const [isTaken, setTaken] = useState(false)

  function add(event: FormEvent) {
    event.preventDefault()
    const role = name.trim()
    if (!role) return
    if (taken.includes(role)) return setTaken(true)
    onAdd(role)
    setName('')
  }

  return (
    <form className={styles.add} onSubmit={add}>
      <div className={styles.addName}>
        <label htmlFor={id}>{words.newRole}</label>
        <input
          id={id}
          value={name}
          maxLength={200}
          aria-invalid={isTaken}
          aria-describedby={isTaken ? `${id}-problem` : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setTaken(false)
          }}
        />
        {isTaken ? (
          <p id={`${id}-problem`} role="alert">
            {words.roleTaken}
          </p>
        ) : null}
      </div>
      <Button type="submit" variant="default">
        {words.addRole}
      </Button>
    </form>
  )
}
