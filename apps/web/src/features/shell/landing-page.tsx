import { ArrowUpRight } from 'lucide-react'
import { supportLink, useBranding, useProductName } from '#web/platform/branding.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { changeLanguage } from '#web/platform/session.ts'
import { providerErrorOf, type Refusal, refusalOf } from '#web/platform/sign-in-refusal.ts'
import { signIn, signInConfiguration, useSignInState, wasSessionEnded } from '#web/platform/sign-in-state.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonAnchor } from '#web/ui/controls/button.tsx'
import { Preferences } from '#web/ui/controls/preferences.tsx'
import { BrandLogo } from './brand-logo.tsx'
import { landingTexts } from './landing.texts.ts'
import classes from './landing-page.module.css'

/** What Vakt is, for an installation that names no site of its provider. */
const aboutPage = '/about.html'

export function LandingPage() {
  const landing = useTexts(landingTexts)
  usePageTitle(landing.signIn)
  const { siteUrl, support, showsVakt, name, logo } = useBranding()
  const product = useProductName()
  const help = supportLink(support)
  const { redirectedFromOrigin, failure } = useSignInState()
  const refusal = refusalOf(failure?.error)
  const providerError = failure?.isAnswer ? providerErrorOf(failure.error) : null
  const { learnMoreUrl, needsSetUp } = signInConfiguration() ?? {}
  const goToSignIn = () => void signIn(redirectedFromOrigin ?? '/dashboard')
  return (
    <main id="content" className={classes.page}>
      <BrandLogo />
      <div className={classes.words}>
        {wasSessionEnded() && (
          <p role="status" className={classes.notice}>
            {landing.ended}
          </p>
        )}
        {refusal && !needsSetUp && <RefusalNotice refusal={refusal} />}
        {providerError && (
          <p role="alert" className={classes.notice}>
            {providerError.startsWith('access_denied') ? landing.accessDenied(providerError) : landing.providerError(providerError)}
          </p>
        )}
        {needsSetUp && (
          <p role="status" className={classes.notice}>
            {landing.needsSetUp}
          </p>
        )}
        <h1>{landing.title}</h1>
        <p>{landing.intro(product)}</p>
        <div className={classes.actions}>
          {!needsSetUp && (
            <Button size="md" onClick={goToSignIn}>
              {landing.signIn}
            </Button>
          )}
          <ButtonAnchor
            size="md"
            variant="subtle"
            href={siteUrl || (learnMoreUrl ?? aboutPage)}
            target="_blank"
            rel="noopener noreferrer"
            rightSection={<ArrowUpRight size={16} aria-hidden="true" />}
            onClick={needsSetUp ? undefined : goToSignIn}
          >
            {landing.learnMore}
          </ButtonAnchor>
        </div>
      </div>
      <div className={classes.preferences}>
        <Preferences onLanguage={changeLanguage} />
        {help && (
          <p>
            <a href={help}>{landing.support}</a>
          </p>
        )}
        {showsVakt && (name || logo) && <p className={classes.poweredBy}>{landing.poweredBy}</p>}
      </div>
    </main>
  )
}

const textKeys: Record<string, 'unknownAccount' | 'disabled' | 'closed'> = {
  'error.forbidden': 'unknownAccount',
  'error.account_disabled': 'disabled',
  'error.customer_closed': 'closed',
}

/** A user who signed in at the provider, and is not let in here, is told why, and who can change it. */
function RefusalNotice({ refusal: { key, message, requestId, grantedBy } }: { refusal: Refusal }) {
  const landing = useTexts(landingTexts)
  const textKey = textKeys[key ?? '']
  const text = textKey ? landing[textKey] : key === 'error.token_misfit' ? landing.misfit(message) : landing.refused(message)
  return (
    <div role="alert" className={classes.notice}>
      <p>{text}</p>
      {grantedBy.length > 0 && (
        <ul>
          {grantedBy.map(({ name, email }) => (
            <li key={email}>
              {name}, <a href={`mailto:${email}`}>{email}</a>
            </li>
          ))}
        </ul>
      )}
      {requestId && (
        <p className={classes.requestId}>
          {landing.requestId}: <code>{requestId}</code>
        </p>
      )}
    </div>
  )
}
