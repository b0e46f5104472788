import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { getSetUpStatus } from '@vakt/contract/set-up.ts'
import { type ReactNode, useState } from 'react'
import { ApiError, call } from '#web/platform/api.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { changeLanguage } from '#web/platform/session.ts'
import { signIn } from '#web/platform/sign-in-state.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Preferences } from '#web/ui/controls/preferences.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { setUpTexts } from './set-up.texts.ts'
import { SetUpForm } from './set-up-form.tsx'
import styles from './set-up-page.module.css'

const checklistPath = '/admin/checklist'

/** The page of the one-time address that a server without a provider prints. */
export function SetUpPage({ mark }: { mark: ReactNode }) {
  return (
    <main id="content" className={styles.page}>
      <p className={styles.brand}>
        {mark}
        Vakt
      </p>
      <div className={styles.content}>
        <SetUpSteps />
      </div>
      <div className={styles.preferences}>
        <Preferences onLanguage={changeLanguage} />
      </div>
    </main>
  )
}

function SetUpSteps() {
  const words = useTexts(setUpTexts)
  usePageTitle(words.title)
  const { token } = useSearch({ strict: false }) as { token?: string }
  const [administrator, setAdministrator] = useState('')
  const query = useQuery({
    queryKey: ['set-up', token],
    queryFn: ({ signal }) => call(getSetUpStatus, { body: { token: token ?? '' }, signal }),
    enabled: Boolean(token),
  })
  if (!token) return <Notice title={words.incompleteTitle} text={words.incomplete} />
  if (query.isPending) return null
  if (!query.data) return <Refused error={query.error} onRetry={() => void query.refetch()} />
  const { state, identityProvider } = query.data
  if (state === 'done' || administrator)
    return (
      <Notice title={words.doneTitle} text={doneText(words, administrator, identityProvider)}>
        <Button size="md" onClick={() => void signIn(checklistPath)}>
          {words.signIn}
        </Button>
      </Notice>
    )
  return (
    <>
      <h1>{words.title}</h1>
      <p className={styles.intro}>{words.intro}</p>
      <p className={styles.note}>{identityProvider ? words.signsInWith(identityProvider) : words.embedded}</p>
      <SetUpForm token={token} onDone={(_, email) => setAdministrator(email)} />
    </>
  )
}

type Words = (typeof setUpTexts)['en']

function doneText(words: Words, email: string, identityProvider: string): string {
  if (!email) return words.done
  return identityProvider ? words.doneExternal(email, identityProvider) : words.doneFor(email)
}

function Refused({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useTexts(setUpTexts)
  const key = error instanceof ApiError ? error.errors[0]?.message_translation_key : undefined
  if (key === 'set_up.token_unknown') return <Notice title={words.unknownTitle} text={words.unknown} />
  if (key === 'set_up.token_expired') return <Notice title={words.expiredTitle} text={words.expired} />
  return <ErrorState title={words.loadFailed} error={error} onRetry={onRetry} />
}

function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div role="status">
      <h1>{title}</h1>
      <p className={styles.intro}>{text}</p>
      {children}
    </div>
  )
}
