import { texts } from '#web/platform/texts.ts'

export const landingTexts = texts(
  {
    title: 'Your cloud, watched around the clock',
    intro: (product: string) =>
      `Automated IT operations for public clouds. ${product} shows what is broken, since when, who is on it and what was done, while monitoring goes on day and night.`,
    signIn: 'Sign in',
    unknownAccount:
      'You signed in, but your account belongs to no customer here. Ask your administrator to invite you, then sign in again.',
    disabled: 'You signed in, but your account here is disabled. An administrator can enable it again.',
    closed: 'You signed in, but your organisation’s access is closed. Ask your provider if it should be opened again.',
    refused: (message: string) =>
      `You signed in, but were not let in: ${message} Try again; if it happens again, send the request ID to your administrator.`,
    requestId: 'Request ID',
    accessDenied: (code: string) =>
      `The sign-in service did not let you in (${code}). Either the sign-in was cancelled, or your account may not use this portal: the administrator of your company’s sign-in can allow it.`,
    misfit: (message: string) => `${message} The operator of the portal needs to change its configuration.`,
    needsSetUp: 'This Vakt is not set up yet: open the set-up address from the log of the server. It is printed at each start.',
    ended: 'You have been signed out: this session was ended from another browser.',
    providerError: (code: string) =>
      `The sign-in service refused the request (${code}). Try again; if it happens again, an administrator finds the reason in the log of that service.`,
    learnMore: 'Learn more',
    support: 'Get help',
    poweredBy: 'Powered by Vakt',
  },
  {
    title: 'Ditt moln, bevakat dygnet runt',
    intro: (product) =>
      `Automatiserad it-drift för publika moln. ${product} visar vad som är trasigt, sedan när, vem som arbetar med det och vad som har gjorts, medan övervakningen pågår dag och natt.`,
    signIn: 'Logga in',
    unknownAccount: 'Du är inloggad, men ditt konto hör inte till någon kund här. Be din administratör om en inbjudan och logga in igen.',
    disabled: 'Du är inloggad, men ditt konto här är inaktiverat. En administratör kan aktivera det igen.',
    closed: 'Du är inloggad, men din organisations tillgång är stängd. Fråga er leverantör om den ska öppnas igen.',
    refused: (message) =>
      `Du är inloggad, men blev inte insläppt: ${message} Försök igen; händer det igen, skicka begäran-id till din administratör.`,
    requestId: 'Begäran-id',
    accessDenied: (code) =>
      `Inloggningstjänsten släppte inte in dig (${code}). Antingen avbröts inloggningen, eller så får ditt konto inte använda portalen: den som administrerar inloggningen på ditt företag kan tillåta det.`,
    misfit: (message) =>
      `Portalen godtar inte inloggningstjänstens svar. Den som driver portalen behöver ändra inställningarna: ${message}`,
    needsSetUp: 'Vakt är inte konfigurerat än: öppna adressen som står i serverns logg. Den skrivs ut vid varje start.',
    ended: 'Du har loggats ut: den här sessionen avslutades från en annan webbläsare.',
    providerError: (code) =>
      `Inloggningstjänsten avvisade begäran (${code}). Försök igen; händer det igen hittar en administratör orsaken i den tjänstens logg.`,
    learnMore: 'Läs mer',
    support: 'Få hjälp',
    poweredBy: 'Drivs av Vakt',
  },
)
