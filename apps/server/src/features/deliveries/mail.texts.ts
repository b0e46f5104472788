import type { Language } from '@vakt/contract/session.ts'

const english = {
  summaryHeadline: (count: number) => (count === 1 ? '1 message was held back' : `${count} messages were held back`),
  summaryText: (since: string) =>
    `You get at most 100 messages an hour. The first message was held back ${since}. This is what they were about:`,
  more: (count: number) => `and ${count} more`,
  footerAlone: 'Replies to this message are not read.',
  footer: 'Replies to this message are not read: answer in the ticket.',
  footerWithoutAccount:
    'Replies to this message are not read. To add something, contact us the way you did before and give the number of the ticket.',
  choose: 'Choose what you get',
}

const swedish: typeof english = {
  summaryHeadline: (count) => (count === 1 ? '1 meddelande hölls inne' : `${count} meddelanden hölls inne`),
  summaryText: (since) => `Du får högst 100 meddelanden i timmen. Det första hölls inne ${since}. Det här gällde de:`,
  more: (count) => `och ${count} till`,
  footerAlone: 'Svar på det här meddelandet läses inte.',
  footer: 'Svar på det här meddelandet läses inte: svara i ärendet.',
  footerWithoutAccount:
    'Svar på det här meddelandet läses inte. Vill du lägga till något? Kontakta oss på samma sätt som förut och ange ärendets nummer.',
  choose: 'Välj vad du får',
}

export const mailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
