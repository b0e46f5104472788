import { useQuery } from '@tanstack/react-query'
import { listUserSessions, type UserSession } from '@vakt/contract/users/user-sessions.ts'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { downloadList } from '#web/platform/download.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import rows from './row-list.module.css'
import { sessionTexts } from './session-list.texts.ts'
import { sessionsQuery, useEndSession } from './session-queries.ts'
import { SettingsPage } from './settings-page.tsx'

/** A session to end, or all but the own. */
type Asked = UserSession | 'others'

export function SessionListPage() {
  const words = useTexts(sessionTexts)
  const query = useQuery(sessionsQuery(useSession().customer.customer_id))
  const end = useEndSession()
  const page = useRef<{ focus(): void }>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isOpen, setOpen] = useState(false)
  const others = query.data?.filter(({ isCurrent }) => !isCurrent) ?? []

  function ask(what: Asked) {
    end.reset()
    setAsked(what)
    setOpen(true)
  }

  async function handleEnd() {
    if (asked === null) return
    await end.mutateAsync(asked === 'others' ? null : asked.sessionId)
    setOpen(false)
    showToast(asked === 'others' ? words.othersEnded : words.ended, 'success')
    page.current?.focus()
  }

  const nameOf = ({ browser, system }: UserSession) => words.browser(browser, system)
  const actions = query.data && (
    <span className={rows.actions}>
      <ExportMenu onExport={(format) => downloadList(listUserSessions, {}, format)} />
      {others.length > 0 && (
        <Button variant="default" onClick={() => ask('others')}>
          {words.endOthers}
        </Button>
      )}
    </span>
  )
  return (
    <SettingsPage ref={page} title={words.title} intro={words.intro} action={actions}>
      {query.data ? (
        <ul className={rows.rows} aria-label={words.list}>
          {query.data.map((session) => (
            <SessionRow key={session.sessionId} session={session} name={nameOf(session)} onEnd={() => ask(session)} />
          ))}
        </ul>
      ) : query.isError ? (
        <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
      {query.data && others.length === 0 ? <p className={rows.facts}>{words.onlyThis}</p> : null}
      <ConfirmDialog
        isOpen={isOpen}
        title={asked && asked !== 'others' ? words.endQuestion(nameOf(asked)) : words.endOthersQuestion}
        text={asked === 'others' ? words.endOthersText : words.endText}
        action={asked === 'others' ? words.endOthers : words.endAction}
        isBusy={end.isPending}
        problem={end.isError ? failureText(end.error, { failed: words.failed }) : undefined}
        onConfirm={() => void handleEnd().catch(() => {})}
        onClose={() => setOpen(false)}
      />
    </SettingsPage>
  )
}

const phones = ['iPhone', 'iPad', 'Android']

function SessionRow({ session, name, onEnd }: { session: UserSession; name: string; onEnd: () => void }) {
  const words = useTexts(sessionTexts)
  const Icon = phones.includes(session.system ?? '') ? Smartphone : Monitor
  return (
    <li className={rows.row}>
      <Icon size={20} strokeWidth={1.75} className={rows.icon} aria-hidden="true" />
      <div className={rows.about}>
        <div className={rows.name}>
          {name}
          {session.isCurrent && <span className={rows.mark}>{words.current}</span>}
        </div>
        <p className={rows.facts}>
          <span>{session.address}</span>
          <span>
            {words.signedIn} <RelativeTime iso={session.signedInAt} />
          </span>
          <span>
            {words.lastSeen} <RelativeTime iso={session.lastSeenAt} />
          </span>
        </p>
      </div>
      {!session.isCurrent && (
        <Button variant="subtle" color="red" className={rows.end} aria-label={words.endOne(name)} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  )
}
