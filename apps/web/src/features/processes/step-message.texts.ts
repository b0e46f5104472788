import { texts } from '#web/platform/texts.ts'

export const stepMessageTexts = texts(
  {
    parts: (count: number) => (count === 1 ? 'Sent as 1 SMS' : `Sent as ${count} SMS`),
    about: (price: string) => `about ${price}`,
    cut: (parts: number) => `longer than ${parts} SMS: the end is cut off`,
    unusual: 'characters outside the SMS alphabet: 70 instead of 160 fit into one',
    notSpoken: {
      sv: 'The provider of calls does not read Swedish: this step will fail. Choose English, or an SMS.',
      en: 'The provider of calls does not read English: this step will fail. Choose another language, or an SMS.',
    },
  },
  {
    parts: (count) => `Skickas som ${count} sms`,
    about: (price) => `ungefär ${price}`,
    cut: (parts) => `längre än ${parts} sms: slutet kapas`,
    unusual: 'tecken utanför sms-alfabetet: 70 i stället för 160 får plats i ett',
    notSpoken: {
      sv: 'Leverantören av samtal läser inte svenska: steget kommer att misslyckas. Välj engelska, eller ett sms.',
      en: 'Leverantören av samtal läser inte engelska: steget kommer att misslyckas. Välj ett annat språk, eller ett sms.',
    },
  },
)
