import { useQuery } from '@tanstack/react-query'
import type { AdministeredStaffRole } from '@vakt/contract/users/staff-roles.ts'
import { lazy, Suspense, useState } from 'react'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ownRoleName } from '#web/shared/access/own-role-name.ts'
import { staffRolesQuery } from '#web/shared/access/staff-roles-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { ListPage } from '#web/ui/page/list-page.tsx'
import { DetailSkeleton, ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { RoleMatrix } from './role-matrix.tsx'
import { useRemoveStaffRole, useSaveStaffRole } from './staff-role-queries.ts'
import { staffRolesTexts } from './staff-roles.texts.ts'

const RoleForm = lazy(() => import('./role-form.tsx').then((module) => ({ default: module.RoleForm })))

/** A role that is changed, or the key of the one that a new role begins with. */
type Opened = { role: AdministeredStaffRole } | { copied: string }

/** What each role of the staff allows, and the roles that the provider has made itself. */
export function StaffRolesPage() {
  const words = useTexts(staffRolesTexts)
  const language = useLanguage()
  const roles = useQuery(staffRolesQuery)
  const [opened, setOpened] = useState<Opened | null>(null)
  const remove = useRemoveStaffRole()
  const restore = useSaveStaffRole()
  const failed = { failed: words.notRemoved, messages: words.messages }

  function takeAway(role: AdministeredStaffRole) {
    const { holders, version: _, ...body } = role
    if (holders.people > 0) {
      const more = holders.people - holders.names.length
      const list = new Intl.ListFormat(language).format([...holders.names, ...(more > 0 ? [words.others(more)] : [])])
      return showToast(words.held(list, holders.people), 'failure')
    }
    const bringBack = () =>
      restore
        .mutateAsync({ ...body, version: null })
        .then(() => showToast(words.restored, 'success'), failureToast({ ...failed, failed: words.notSaved }))
    return remove
      .mutateAsync(role.role)
      .then(() => showUndoToast(words.removed(ownRoleName(role, language)), () => void bringBack()), failureToast(failed))
  }

  return (
    <ListPage
      title={words.title}
      conclusion={words.intro}
      action={<Button onClick={() => setOpened({ copied: 'vakt-read-only' })}>{words.add}</Button>}
    >
      {roles.isRefetchError ? <RefreshFailed onRetry={() => void roles.refetch()} /> : null}
      {roles.data ? (
        <RoleMatrix
          own={roles.data}
          onCopy={(copied) => setOpened({ copied })}
          onEdit={(role) => setOpened({ role })}
          onRemove={(role) => void takeAway(role)}
        />
      ) : roles.isPending ? (
        <ListSkeleton rows={6} />
      ) : (
        <ErrorState title={words.failed} error={roles.error} onRetry={() => void roles.refetch()} />
      )}
      <SidePanel label={words.role} isOpen={opened !== null} onClose={() => setOpened(null)}>
        {opened ? (
          <Suspense fallback={<DetailSkeleton />}>
            <RoleForm {...opened} own={roles.data ?? []} onClose={() => setOpened(null)} />
          </Suspense>
        ) : null}
      </SidePanel>
    </ListPage>
  )
}
