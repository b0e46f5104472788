import { ArrowUpRight } from 'lucide-react'
import { changeLanguage } from '#web/platform/session.ts'
import { signIn, signInConfiguration, useSignInState, wasSessionEnded } from '#web/platform/sign-in-state.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Preferences } from '#web/ui/preferences.tsx'
import { landingTexts } from './landing.texts.ts'
import classes from './landing-page.module.css'
import { shellTexts } from './shell.texts.ts'
import { VaktMark } from './vakt-mark.tsx'

export function LandingPage() {
  const landing = useTexts(landingTexts)
  const { product } = useTexts(shellTexts)
  const { redirectedFromOrigin, refusal, providerError } = useSignInState()
  const { learnMoreUrl, needsSetUp } = signInConfiguration() ?? {}
  const goToSignIn = () => void signIn(redirectedFromOrigin ?? '/dashboard')
  return (
    <main id="content" className={classes.page}>
      <div className={classes.brand}>
        <VaktMark size={32} />
        <span>{product}</span>
      </div>
      <div className={classes.words}>
        {wasSessionEnded() && (
          <p role="status" className={classes.notice}>
            {landing.ended}
          </p>
        )}
        {refusal && !needsSetUp && <Refusal reason={refusal.key} message={refusal.message} />}
        {providerError && (
          <p role="alert" className={classes.notice}>
            {landing.providerError(providerError)}
          </p>
        )}
        {needsSetUp && (
          <p role="status" className={classes.notice}>
            {landing.needsSetUp}
          </p>
        )}
        <h1>{landing.title}</h1>
        <p>{landing.intro}</p>
        <div className={classes.actions}>
          {!needsSetUp && (
            <Button size="md" onClick={goToSignIn}>
              {landing.signIn}
            </Button>
          )}
          {learnMoreUrl && (
            <ButtonAnchor
              size="md"
              variant="subtle"
              href={learnMoreUrl}
              target="_blank"
              rel="noopener noreferrer"
              rightSection={<ArrowUpRight size={16} aria-hidden="true" />}
              onClick={goToSignIn}
            >
              {landing.learnMore}
            </ButtonAnchor>
          )}
        </div>
      </div>
      <div className={classes.preferences}>
        <Preferences onLanguage={changeLanguage} />
      </div>
    </main>
  )
}

/** Who signed in at the provider, and is not let in here, is told why. */
function Refusal({ reason, message }: { reason: string | null; message: string }) {
  const landing = useTexts(landingTexts)
  const text = reason === 'error.token_misfit' ? landing.misfit(message) : reason === 'error.forbidden' ? landing.unknownAccount : null
  if (!text) return null
  return (
    <p role="alert" className={classes.notice}>
      {text}
    </p>
  )
}
