import type { SignalState } from '@vakt/contract/source-signals.ts'
import { texts } from '#web/platform/texts.ts'

export const sourceSignalTexts = texts(
  {
    test: 'Test',
    testHelp:
      'Sends a sample alert of low severity named VaktTest through this source. It becomes an alert with an incident and a ticket like any other; end it when you have seen it.',
    format: 'Format of the sample',
    send: 'Send test alert',
    end: 'End the test alert',
    testFailed: 'The test was not sent.',
    title: 'Last signals',
    none: 'Nothing has come yet.',
    failed: 'Could not load the signals.',
    isTest: 'test',
    states: {
      pending: 'Waiting to be processed',
      done: 'Processed',
      unrecognised: 'Unrecognised',
      unreadable: 'Not readable',
      failed: 'Failed',
    } satisfies Record<SignalState, string>,
    alertStates: { firing: 'firing', resolved: 'resolved' },
    incident: 'Incident',
    show: 'Show the signal',
    body: 'Signal',
    loading: 'Loading…',
  },
  {
    test: 'Testa',
    testHelp:
      'Skickar ett exempellarm med låg allvarlighetsgrad som heter VaktTest genom källan. Det blir ett larm med incident och ärende som vilket larm som helst. Avsluta det när du har sett det.',
    format: 'Exemplets format',
    send: 'Skicka testlarm',
    end: 'Avsluta testlarmet',
    testFailed: 'Testet skickades inte.',
    title: 'Senaste signalerna',
    none: 'Inget har kommit ännu.',
    failed: 'Det gick inte att hämta signalerna.',
    isTest: 'test',
    states: {
      pending: 'Väntar på behandling',
      done: 'Behandlad',
      unrecognised: 'Okänt innehåll',
      unreadable: 'Går inte att läsa',
      failed: 'Misslyckades',
    },
    alertStates: { firing: 'aktivt', resolved: 'löst' },
    incident: 'Incident',
    show: 'Visa signalen',
    body: 'Signal',
    loading: 'Hämtar…',
  },
)
