import { texts } from '#web/platform/texts.ts'

/** Of what is seen instead of the screens when nothing more can be fetched. */
export const statusPageTexts = texts(
  {
    unreachable: {
      server: {
        title: 'Vakt cannot be reached',
        text: 'The server does not answer. Your connection may be down, or Vakt is being restarted.',
      },
      provider: { title: 'Sign-in cannot be reached', text: 'The service that signs you in does not answer. Vakt itself is running.' },
      fault: {
        title: 'Vakt could not load your account',
        text: 'Something went wrong on our side. Try again; if it keeps happening, send us the request ID.',
      },
      requestId: 'Request ID',
      again: 'Try again',
    },
  },
  {
    unreachable: {
      server: { title: 'Vakt går inte att nå', text: 'Servern svarar inte. Din anslutning kan vara nere, eller så startas Vakt om.' },
      provider: { title: 'Inloggningen går inte att nå', text: 'Tjänsten som loggar in dig svarar inte. Vakt självt är i gång.' },
      fault: {
        title: 'Vakt kunde inte läsa in ditt konto',
        text: 'Något gick fel hos oss. Försök igen; händer det flera gånger, skicka oss begäran-id.',
      },
      requestId: 'Begäran-id',
      again: 'Försök igen',
    },
  },
)
