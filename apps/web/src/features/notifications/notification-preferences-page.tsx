import { useQuery } from '@tanstack/react-query'
import type { NotificationChoice, NotificationPreferences } from '@vakt/contract/notifications/notifications.ts'
import { type Severity, severities } from '@vakt/contract/severity.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { chooseArrivalToasts, useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { IncidentMailPart } from './incident-mail-choice.tsx'
import { preferencesQuery, useChoose } from './notification-queries.ts'
import styles from './notifications.module.css'
import { notificationTexts } from './notifications.texts.ts'

/** What someone wants to be told; each choice counts at once. */
export function NotificationPreferencesPage() {
  const { preferences: words } = useTexts(notificationTexts)
  const preferences = useQuery(preferencesQuery)
  usePageTitle(words.title)
  return (
    <div className={styles.page}>
      <h1 className={styles.pageTitle}>{words.title}</h1>
      {preferences.data ? (
        <>
          <p className={styles.intro}>{words.intro(preferences.data.address)}</p>
          <ArrivalChoice />
          <ChoiceTable choices={preferences.data.choices} />
          <IncidentMailPart />
        </>
      ) : preferences.isError ? (
        <ErrorState title={words.failed} error={preferences.error} onRetry={() => void preferences.refetch()} />
      ) : (
        <ListSkeleton rows={7} />
      )}
    </div>
  )
}

function ArrivalChoice() {
  const { preferences: words } = useTexts(notificationTexts)
  const { user } = useSession()
  const save = (isOn: boolean) => void chooseArrivalToasts(isOn).then(() => showToast(words.saved, 'success'), failureToast(words.notSaved))
  return (
    <div className={styles.arrivals}>
      <Switch label={words.arrivals.name} checked={user.arrival_toasts} onChange={save} />
      <p className={styles.about}>{words.arrivals.about}</p>
    </div>
  )
}

function ChoiceTable({ choices }: Pick<NotificationPreferences, 'choices'>) {
  const { preferences: words } = useTexts(notificationTexts)
  const choose = useChoose()
  const save = (choice: NotificationChoice) =>
    choose.mutate(choice, { onSuccess: () => showToast(words.saved, 'success'), onError: failureToast(words.notSaved) })
  return (
    <table className={styles.choices}>
      <thead>
        <tr>
          <th scope="col">{words.kind}</th>
          <th scope="col">{words.inPortal}</th>
          <th scope="col">{words.byMail}</th>
        </tr>
      </thead>
      <tbody>
        {choices.map((choice) => (
          <tr key={choice.kind}>
            <th scope="row" className={styles.kind}>
              {words.kinds[choice.kind].name}
              <span className={styles.about}>{words.kinds[choice.kind].about}</span>
              {choice.fromSeverity ? (
                <SeverityChoice
                  name={words.kinds[choice.kind].name}
                  value={choice.fromSeverity}
                  onChange={(fromSeverity) => save({ ...choice, fromSeverity })}
                />
              ) : null}
            </th>
            {(['inPortal', 'byMail'] as const).map((channel) => (
              <td key={channel}>
                <label className={styles.tick}>
                  <input
                    type="checkbox"
                    aria-label={`${words.kinds[choice.kind].name}: ${words[channel]}`}
                    checked={choice[channel]}
                    onChange={({ currentTarget }) => save({ ...choice, [channel]: currentTarget.checked })}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type SeverityChoiceProps = { name: string; value: Severity; onChange: (severity: Severity) => void }

function SeverityChoice({ name, value, onChange }: SeverityChoiceProps) {
  const { preferences: words } = useTexts(notificationTexts)
  const levels = useTexts(severityTexts)
  return (
    <label className={styles.severity}>
      {words.fromSeverity}
      <select
        aria-label={`${name}: ${words.fromSeverity}`}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Severity)}
      >
        {severities.map((severity) => (
          <option key={severity} value={severity}>
            {levels[severity]}
          </option>
        ))}
      </select>
    </label>
  )
}
