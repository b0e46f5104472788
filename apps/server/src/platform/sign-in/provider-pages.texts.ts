export type PageLanguage = 'sv' | 'en'

const english = {
  demo: 'Demo',
  choose: 'Choose an account',
  chooseHelp: 'These are demo accounts without a password. Choose who you want to be.',
  chooseRealHelp: 'No identity provider is connected yet. Until then, anyone at this machine can sign in as any of these people.',
  nobodyHelp: 'There are no accounts to sign in with. Set up Vakt first, or invite people in the portal.',
  realNote:
    'No password is asked for, so this page answers only on the machine that Vakt runs on. Set OIDC_ISSUER to connect your identity provider.',
  signedIn: 'Signed in',
  cancel: 'Cancel',
  demoNote: 'Demo accounts exist only until a sign-in provider of your own is configured.',
  otherLanguage: 'Svenska',
  signingOut: 'Signing you out',
  signingOutHelp: 'If nothing happens, continue here.',
  continue: 'Continue',
  askSignOut: 'Sign out?',
  askSignOutHelp: 'You are signed in with a demo account. Signing out ends it in every window of this browser.',
  signOut: 'Sign out',
  stay: 'Stay signed in',
  signedOut: 'You are signed out',
  signedOutHelp: 'The demo account is closed in this browser.',
  toStart: 'Go to the start page',
  failed: 'You were not signed in',
  refusedHelp: 'The sign-in page was asked for something it cannot do. Start again from the start page.',
  staleHelp: 'The sign-in page was open too long, or was already used. Start again from the start page.',
  brokenHelp: 'The sign-in page could not do its work. Nothing was changed. Try again in a moment.',
  details: 'Details',
  poweredBy: 'Powered by Vakt',
}

export type PageTexts = typeof english

const swedish: PageTexts = {
  demo: 'Demo',
  choose: 'Välj ett konto',
  chooseHelp: 'Det här är demokonton utan lösenord. Välj vem du vill vara.',
  chooseRealHelp:
    'Ingen inloggningstjänst är ansluten än. Till dess kan vem som helst vid den här datorn logga in som någon av de här personerna.',
  nobodyHelp: 'Det finns ingen att logga in som. Kom igång med Vakt först, eller bjud in personer i portalen.',
  realNote: 'Inget lösenord krävs, så sidan svarar bara på datorn som Vakt körs på. Ange OIDC_ISSUER för att ansluta er inloggningstjänst.',
  signedIn: 'Inloggad',
  cancel: 'Avbryt',
  demoNote: 'Demokontona finns bara tills en egen inloggningstjänst är inställd.',
  otherLanguage: 'English',
  signingOut: 'Du loggas ut',
  signingOutHelp: 'Om inget händer, fortsätt här.',
  continue: 'Fortsätt',
  askSignOut: 'Logga ut?',
  askSignOutHelp: 'Du är inloggad med ett demokonto. Utloggningen gäller alla fönster i den här webbläsaren.',
  signOut: 'Logga ut',
  stay: 'Fortsätt inloggad',
  signedOut: 'Du är utloggad',
  signedOutHelp: 'Demokontot är avslutat i den här webbläsaren.',
  toStart: 'Till startsidan',
  failed: 'Du loggades inte in',
  refusedHelp: 'Inloggningssidan fick en begäran som den inte kan hantera. Börja om från startsidan.',
  staleHelp: 'Inloggningssidan har varit öppen för länge eller redan använts. Börja om från startsidan.',
  brokenHelp: 'Inloggningssidan kunde inte göra sitt arbete. Inget har ändrats. Försök igen om en stund.',
  details: 'Detaljer',
  poweredBy: 'Drivs av Vakt',
}

export const pageTexts: Record<PageLanguage, PageTexts> = { en: english, sv: swedish }

/** The first Swedish or English among `ui_locales`, then among the languages of the browser; else English. */
export function chooseLanguage(uiLocales: unknown, acceptLanguage: string | undefined): PageLanguage {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : []
  const accepted = (acceptLanguage ?? '').split(',').map((part) => part.split(';')[0] ?? '')
  for (const tag of [...asked, ...accepted]) {
    const language = tag.trim().toLowerCase().split('-')[0]
    if (language === 'sv' || language === 'en') return language
  }
  return 'en'
}
