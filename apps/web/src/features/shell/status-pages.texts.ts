import { texts } from '#web/platform/texts.ts'

/** Of what is seen instead of the screens when nothing more can be fetched. */
export const statusPageTexts = texts(
  {
    unreachable: {
      server: {
        title: 'The portal cannot be reached',
        text: 'The server does not answer. Your connection may be down, or it is being restarted.',
      },
      provider: {
        title: 'Sign-in cannot be reached',
        text: 'The service that signs you in does not answer. The portal itself is running.',
      },
      fault: {
        title: 'Your account could not be loaded',
        text: 'Something went wrong on our side. Try again; if it keeps happening, send us the request ID.',
      },
      requestId: 'Request ID',
      again: 'Try again',
    },
  },
  {
    unreachable: {
      server: { title: 'Portalen går inte att nå', text: 'Servern svarar inte. Din anslutning kan vara nere, eller så startas den om.' },
      provider: { title: 'Inloggningen går inte att nå', text: 'Tjänsten som loggar in dig svarar inte. Portalen själv är i gång.' },
      fault: {
        title: 'Ditt konto kunde inte läsas in',
        text: 'Något gick fel hos oss. Försök igen; händer det flera gånger, skicka oss begäran-id.',
      },
      requestId: 'Begäran-id',
      again: 'Försök igen',
    },
  },
)
