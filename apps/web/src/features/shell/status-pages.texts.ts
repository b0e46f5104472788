import { texts } from '#web/platform/texts.ts'

/** Of pages that are seen instead of a screen: not found, unreachable. */
export const statusPageTexts = texts(
  {
    notFound: {
      title: 'Page not found',
      text: 'There is nothing at this address. It may have been moved or mistyped.',
      home: 'Back to the start page',
    },
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
    notFound: {
      title: 'Sidan finns inte',
      text: 'Det finns inget på den här adressen. Den kan ha flyttats eller blivit felskriven.',
      home: 'Till startsidan',
    },
    unreachable: {
      server: { title: 'Vakt går inte att nå', text: 'Servern svarar inte. Din anslutning kan vara nere, eller så startas Vakt om.' },
      provider: { title: 'Inloggningen går inte att nå', text: 'Tjänsten som loggar in dig svarar inte. Vakt självt är i gång.' },
      fault: {
        title: 'Vakt kunde inte läsa in ditt konto',
        text: 'Något gick fel hos oss. Försök igen; händer det flera gånger, skicka oss begärans id.',
      },
      requestId: 'Begärans id',
      again: 'Försök igen',
    },
  },
)
