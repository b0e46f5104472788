import './ui/theme/styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { isNotThere } from '#web/features/shell/screen-failure.tsx'
import { applySideBarWidth } from '#web/features/shell/side-bar-width.ts'
import { withoutReloadMark } from '#web/platform/chunk-reload.ts'
import { noteFailure } from '#web/platform/note-failure.ts'
import { queryClient } from '#web/platform/query.ts'
import { safeReturnPath } from '#web/platform/return-path.ts'
import { NotAuthorizedError } from '#web/platform/route-access.ts'
import { startSession } from '#web/platform/session.ts'
import { followOtherTabs, setUpSignIn } from '#web/platform/sign-in-state.ts'
import { mayBeSignedIn } from '#web/platform/stored-tokens.ts'
import { Application } from './application.tsx'
import { fetchScreen, router } from './router.tsx'
import { followColorScheme } from './ui/theme/color-scheme.ts'

const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// By this name the library that locks scrolling behind dialogs looks for the nonce of its style.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })

/** A screen that may not be shown, or is about nothing, is no fault; whatever else broke one belongs on the console. */
function reportCaught(error: unknown) {
  if (!(error instanceof NotAuthorizedError) && !isNotThere(error)) reportError(error)
}

function render(container: HTMLElement) {
  createRoot(container, { onCaughtError: reportCaught }).render(
    <QueryClientProvider client={queryClient}>
      <Application />
    </QueryClientProvider>,
  )
}

const goTo = (returnTo: string | undefined) => router.history.replace(safeReturnPath(returnTo) ?? '/')

async function start(container: HTMLElement) {
  if (mayBeSignedIn()) fetchScreen(location.pathname)
  await setUpSignIn().catch((error: unknown) => noteFailure('sign-in', error))
  followOtherTabs()
  followColorScheme()
  applySideBarWidth()
  render(container)
  await startSession(goTo)
}

const isFramed = window.self !== window.top
const hashCarriesAnswer = /[#&](id_token|code)=/.test(location.hash)
const container = document.getElementById('root')
// An answer of the sign-in service in the hash is read by the frame that asked for it; in a window of its own it is left over.
if (container && !isFramed) {
  const address = withoutReloadMark(hashCarriesAnswer ? location.href.replace(/#.*$/s, '') : location.href)
  if (address !== location.href) history.replaceState(history.state, '', address)
  void start(container)
}
