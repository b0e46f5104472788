import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FullScreenSpinner } from '#web/features/shell/full-screen-spinner.tsx'
import { Unreachable } from '#web/features/shell/unreachable.tsx'
import { LanguageContext, useFollowedLanguage } from '#web/platform/language.ts'
import { startLive } from '#web/platform/live.ts'
import { prepareOfflineView } from '#web/platform/offline.ts'
import { queryClient } from '#web/platform/query.ts'
import { currentSession, subscribeSession } from '#web/platform/session.ts'
import { signInConfiguration, signInState, subscribeSignInState, useSignInState } from '#web/platform/sign-in-state.ts'
import { router } from '#web/router.tsx'

/** Pages for developers need neither server nor sign-in; a production build has none. */
const isForDevelopers = () => import.meta.env.DEV && window.location.pathname.startsWith('/dev/')

export function Application() {
  return (
    <LanguageContext value={useFollowedLanguage()}>
      <Stage />
    </LanguageContext>
  )
}

const loadLive = () => import('#web/open-live.ts')

/** Nothing, a spinner or the screens, by how far sign-in has come. */
function Stage() {
  const { initiated, authed, ready, problem } = useSignInState()
  if (!initiated) return null
  if (problem && !isForDevelopers()) return <Unreachable problem={problem} />
  if (authed && !ready) return <FullScreenSpinner />
  return <Screens ready={ready} />
}

/** Where that is configured, tells which route is open now and which are opened from then on. */
function followPageViews(): (() => void) | undefined {
  const reports = signInConfiguration()?.pageViews
  if (!reports) return undefined
  let last: string | undefined
  const report = () => {
    const route = router.state.matches.at(-1)?.fullPath
    if (!route || route === last) return
    last = route
    void import('#web/platform/page-views.ts').then(
      (module) => module.reportPageView(reports, route),
      () => {},
    )
  }
  return router.subscribe('onResolved', report)
}

function Screens({ ready }: { ready: boolean }) {
  useEffect(() => {
    const session = ready ? currentSession() : null
    return session ? startLive(session.user, loadLive) : undefined
  }, [ready])

  useEffect(() => {
    if (ready) prepareOfflineView()
  }, [ready])

  useEffect(followPageViews, [])

  useEffect(() => {
    let { authed } = signInState()
    const stopSession = subscribeSession(() => void router.invalidate())
    const stopSignIn = subscribeSignInState(() => {
      if (authed === signInState().authed) return
      authed = signInState().authed
      if (!authed) queryClient.clear()
      void router.invalidate()
    })
    return () => {
      stopSession()
      stopSignIn()
    }
  }, [])

  return <RouterProvider router={router} />
}
