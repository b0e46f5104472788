import { texts } from '#web/platform/texts.ts'

export const silenceTexts = texts(
  {
    nothingConnected: 'Nothing connected yet',
    nothingReceivedSince: (time: string) => `Nothing received since ${time}`,
    nothingReceived: 'Nothing received lately',
  },
  {
    nothingConnected: 'Inget är anslutet än',
    nothingReceivedSince: (time) => `Inget har tagits emot sedan ${time}`,
    nothingReceived: 'Inget har tagits emot på sistone',
  },
)
