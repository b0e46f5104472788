import { useQueryClient } from '@tanstack/react-query'
import type { Permissions } from '@vakt/contract/administration.ts'
import { type FeatureKey, globalAdminRole } from '@vakt/contract/features.ts'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { focusHeading } from '#web/ui/page/focus-heading.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { PermissionConflict } from './permission-conflict.tsx'
import { bodyOf, type Draft, draftOf, findDifferences, isSame } from './permission-draft.ts'
import { permissionsQuery, useSavePermissions } from './permission-queries.ts'
import { PermissionTable } from './permission-table.tsx'
import styles from './permissions.module.css'
import { permissionTexts } from './permissions.texts.ts'

type PermissionEditorProps = { customerId: string; customerName: string; current: Permissions }

/** What was chosen, and the saved version it was chosen from; null while nothing differs from what is saved. */
type Chosen = { draft: Draft; from: Permissions }

export function PermissionEditor({ customerId, customerName, current }: PermissionEditorProps) {
  const words = useTexts(permissionTexts)
  const queryClient = useQueryClient()
  const save = useSavePermissions(customerId)
  const rolesHeading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const draft = chosen?.draft ?? draftOf(current)
  const isChanged = chosen !== null && !isSame(chosen.draft, draftOf(chosen.from))
  const isStale = isChanged && chosen.from.version !== current.version

  const change = (part: Partial<Draft>) => setChosen({ from: chosen?.from ?? current, draft: { ...draft, ...part } })
  const changeRole = (role: string, features: FeatureKey[]) =>
    change({ roles: draft.roles.map((one) => (one.role === role ? { role, features } : one)) })

  function removeRole(removed: string) {
    change({ roles: draft.roles.filter(({ role }) => role !== removed) })
    rolesHeading.current?.focus()
  }

  function beginAnew() {
    setChosen(null)
    focusHeading()
  }

  function send(version: number) {
    save.mutate(bodyOf(draft, version), {
      onSuccess: () => {
        beginAnew()
        showToast(words.saved, 'success')
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries(permissionsQuery(customerId))
        else showToast(words.failed, 'failure')
      },
    })
  }

  return (
    <div className={styles.editor}>
      <AskBeforeLeaving when={() => isChanged} />
      <p className={styles.note}>{words.note}</p>
      {isStale ? (
        <PermissionConflict
          differences={findDifferences(draftOf(current), draft)}
          onTheirs={beginAnew}
          onYours={() => send(current.version)}
        />
      ) : null}
      <section className={styles.section}>
        <h2>{words.customerTitle}</h2>
        <p className={styles.help}>{words.customerHelp}</p>
        <PermissionTable who={customerName} features={draft.customer} onChange={(customer) => change({ customer })} />
      </section>
      <section className={styles.section}>
        <h2 ref={rolesHeading} tabIndex={-1}>
          {words.rolesTitle}
        </h2>
        <p className={styles.help}>{words.rolesHelp}</p>
        <div className={styles.roles}>
          {draft.roles.map(({ role, features }) => (
            <section key={role} className={styles.role} aria-label={role}>
              <div className={styles.roleHead}>
                <h3>{role}</h3>
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={words.removeRole(role)}
                  title={words.remove}
                  onClick={() => removeRole(role)}
                >
                  <Trash2 size={16} aria-hidden="true" />
                </button>
              </div>
              {role === globalAdminRole && current.ignoresGlobalAdminMapping ? <p className={styles.help}>{words.exempt}</p> : null}
              <PermissionTable who={role} features={features} bound={draft.customer} onChange={(next) => changeRole(role, next)} />
            </section>
          ))}
        </div>
        <AddRole
          taken={draft.roles.map(({ role }) => role)}
          onAdd={(role) => change({ roles: [...draft.roles, { role, features: [] }] })}
        />
      </section>
      {isChanged && !isStale ? (
        <div className={styles.bar} role="status">
          <span>{words.unsaved}</span>
          <Button variant="default" disabled={save.isPending} onClick={beginAnew}>
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
