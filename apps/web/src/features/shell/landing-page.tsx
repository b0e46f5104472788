import { Button } from '@mantine/core'
import { ArrowUpRight } from 'lucide-react'
import { changeLanguage } from '#web/platform/session.ts'
import { signIn, signInConfiguration, useSignInState } from '#web/platform/sign-in-state.ts'
import { useTexts } from '#web/platform/texts.ts'
import classes from './landing-page.module.css'
import { Preferences } from './preferences.tsx'
import { shellTexts } from './shell.texts.ts'
import { VaktMark } from './vakt-mark.tsx'

export function LandingPage() {
  const { landing, product } = useTexts(shellTexts)
  const { redirectedFromOrigin } = useSignInState()
  const learnMoreUrl = signInConfiguration()?.learnMoreUrl
  const goToSignIn = () => void signIn(redirectedFromOrigin ?? '/dashboard')
  return (
    <main id="content" className={classes.page}>
      <div className={classes.brand}>
        <VaktMark size={32} />
        <span>{product}</span>
      </div>
      <div className={classes.words}>
        <h1>{landing.title}</h1>
        <p>{landing.intro}</p>
        <div className={classes.actions}>
          <Button size="md" onClick={goToSignIn}>
            {landing.signIn}
          </Button>
          {learnMoreUrl && (
            <Button
              size="md"
              variant="subtle"
              component="a"
              href={learnMoreUrl}
              target="_blank"
              rel="noopener noreferrer"
              rightSection={<ArrowUpRight size={16} aria-hidden="true" />}
              onClick={goToSignIn}
            >
              {landing.learnMore}
            </Button>
          )}
        </div>
      </div>
      <div className={classes.preferences}>
        <Preferences onLanguage={changeLanguage} />
      </div>
    </main>
  )
}
