import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  summaryHeadline: (count: number) => (count === 1 ? '1 message was held back' : `${count} messages were held back`),
  summaryText: (since: string) =>
    `They came during your quiet hours, or when there were many in a short time. The first one was held back ${since}. They are about:`,
  more: (count: number) => `and ${count} more`,
  footerAlone: 'Replies to this message are not read.',
  footer: 'Replies to this message are not read. Answer in the ticket.',
  footerWithoutAccount:
    'Replies to this message are not read. To add something, contact us the way you did before and give the number of the ticket.',
  choose: 'Choose your notifications',
  stop: 'Stop these emails',
  support: (where: string) => `Support: ${where}`,
  poweredBy: 'Powered by Vakt',
}

const swedish: typeof english = {
  summaryHeadline: (count) => (count === 1 ? '1 meddelande hölls inne' : `${count} meddelanden hölls inne`),
  summaryText: (since) => `De kom under dina tysta timmar, eller när det kom många på kort tid. Det första hölls inne ${since}. De gäller:`,
  more: (count) => `och ${count} till`,
  footerAlone: 'Svar på det här meddelandet läses inte.',
  footer: 'Svar på det här meddelandet läses inte. Svara i ärendet.',
  footerWithoutAccount:
    'Svar på det här meddelandet läses inte. Vill du lägga till något? Kontakta oss på samma sätt som förut och ange ärendets nummer.',
  choose: 'Välj vad du vill få',
  stop: 'Sluta få de här mejlen',
  support: (where) => `Support: ${where}`,
  poweredBy: 'Drivs av Vakt',
}

export const mailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
