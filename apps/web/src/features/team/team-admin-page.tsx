import { useQuery } from '@tanstack/react-query'
import type { AdministeredTeamMember } from '@vakt/contract/team.ts'
import { ArrowDown, ArrowUp, Users } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useTexts } from '#web/platform/texts.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import styles from './team.module.css'
import { teamAdminTexts } from './team-admin.texts.ts'
import { membersQuery, useOrderTeam, useRemoveMember, useRestoreMember } from './team-queries.ts'

const MemberForm = lazy(() => import('./member-form.tsx').then((module) => ({ default: module.MemberForm })))

const newOne = 'new'

/** Whom customers see on their page *Team*: added, put in order, and shown to all or some. */
export function TeamAdminPage() {
  const words = useTexts(teamAdminTexts)
  usePageTitle(words.title)
  const members = useQuery(membersQuery)
  const order = useOrderTeam()
  const [open, setOpen] = useState<string | null>(null)
  const [opener, setOpener] = useState<{ of: string | null } | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  // In an effect, which runs once the form has given way to its button.
  useEffect(() => {
    if (opener) frame.current?.querySelector<HTMLElement>(`[data-opens="${opener.of}"]`)?.focus()
  }, [opener])
  const close = () => {
    setOpen(null)
    setOpener({ of: open })
  }
  const all = members.data ?? []
  const [moved, setMoved] = useState<{ id: string | undefined; by: -1 | 1 } | null>(null)
  // The row is put elsewhere with the button that has the focus; at an end of the list the other button goes on.
  useEffect(() => {
    if (!moved) return
    const [up, down] = frame.current?.querySelectorAll<HTMLButtonElement>(`[data-moves="${moved.id}"]`) ?? []
    const [wanted, other] = moved.by < 0 ? [up, down] : [down, up]
    if (wanted?.disabled) other?.focus()
    else wanted?.focus()
  }, [moved])
  const move = (index: number, by: -1 | 1) => {
    if (order.isPending) return
    const id = all[index]?.teamMemberId
    const ids = all.map(({ teamMemberId }) => teamMemberId)
    ids.splice(index + by, 0, ...ids.splice(index, 1))
    void order.mutateAsync(ids).then(() => setMoved({ id, by }), failureToast(words.notSaved))
  }
  const add = (
    <Button data-opens={newOne} variant={all.length > 0 ? 'default' : 'filled'} onClick={() => setOpen(newOne)}>
      {words.add}
    </Button>
  )
  return (
    <div ref={frame} className={styles.page}>
      <header>
        <h1 className={styles.title}>{words.title}</h1>
        <p className={styles.intro}>{words.intro}</p>
      </header>
      {members.isError && !members.data ? (
        <ErrorState title={words.failed} error={members.error} onRetry={() => void members.refetch()} />
      ) : members.data ? (
        <>
          {all.length > 0 ? (
            <ol className={styles.members} aria-label={words.people}>
              {all.map((member, index) => (
                <li key={member.teamMemberId}>
                  {open === member.teamMemberId ? (
                    <Suspense fallback={<ListSkeleton rows={4} />}>
                      <MemberForm member={member} onClose={close} />
                    </Suspense>
                  ) : (
                    <MemberRow
                      member={member}
                      isFirst={index === 0}
                      isLast={index === all.length - 1}
                      onMove={(by) => move(index, by)}
                      onEdit={() => setOpen(member.teamMemberId)}
                    />
                  )}
                </li>
              ))}
            </ol>
          ) : null}
          {open === newOne ? (
            <Suspense fallback={<ListSkeleton rows={4} />}>
              <MemberForm member={null} onClose={close} />
            </Suspense>
          ) : all.length > 0 ? (
            <div>{add}</div>
          ) : (
            <EmptyState title={words.noneTitle} text={words.noneText} icon={<Users size={28} strokeWidth={1.5} />}>
              {add}
            </EmptyState>
          )}
        </>
      ) : (
        <ListSkeleton rows={6} />
      )}
    </div>
  )
}

type MemberRowProps = {
  member: AdministeredTeamMember
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onEdit: () => void
}

function MemberRow({ member, isFirst, isLast, onMove, onEdit }: MemberRowProps) {
  const { teamMemberId, name, role, photo, shownTo } = member
  const words = useTexts(teamAdminTexts)
  const language = useLanguage()
  const { locale } = useFormat()
  const customers = useQuery(customerStatesQuery).data?.customers ?? []
  const remove = useRemoveMember()
  const restore = useRestoreMember()
  const bringBack = () =>
    void restore.mutateAsync(teamMemberId).then(() => showToast(words.restored, 'success'), failureToast(words.notSaved))
  const takeAway = () =>
    void remove.mutateAsync(teamMemberId).then(() => showUndoToast(words.removed(name), bringBack), failureToast(words.notSaved))
  const names = (shownTo ?? []).map((id) => customers.find(({ customerId }) => customerId === id)?.name ?? id)
  return (
    <>
      <Avatar name={name} photo={photo} size={36} />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.about}>{(language === 'sv' && role.sv) || role.en}</p>
        <p className={styles.dim}>
          {shownTo === null
            ? words.shownToAll
            : names.length > 0
              ? words.shownTo(new Intl.ListFormat(locale).format(names))
              : words.shownToNone}
        </p>
      </div>
      <div className={styles.tools}>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isFirst}
          data-moves={teamMemberId}
          aria-label={words.up(name)}
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={16} aria-hidden="true" />
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isLast}
          data-moves={teamMemberId}
          aria-label={words.down(name)}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={16} aria-hidden="true" />
        </Button>
        <Button size="compact-sm" variant="default" data-opens={teamMemberId} aria-label={words.editNamed(name)} onClick={onEdit}>
          {words.edit}
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" aria-label={words.removeNamed(name)} onClick={takeAway}>
          {words.remove}
        </Button>
      </div>
    </>
  )
}
