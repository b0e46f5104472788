import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  subject: (customer: string) => `Confirm that ${customer} may send emails to this address`,
  headline: 'Confirm your address',
  asks: (customer: string) => `${customer} wants to send emails about incidents to this address. Nothing is sent until you confirm.`,
  confirm: 'Confirm the address',
  otherwise: 'Do nothing if you do not want these emails. The link works for 14 days.',
  title: 'Confirm an address',
  question: (customer: string, address: string) => `${customer} may send emails about incidents to ${address}.`,
  confirmed: (customer: string, address: string) => `${address} is confirmed. ${customer} can send emails about incidents to it.`,
  expired: 'This link is older than 14 days. You get a new one with the next email to you.',
  unknown: 'This link does not belong to any address. A newer email may have replaced it.',
}

const swedish: typeof english = {
  subject: (customer) => `Bekräfta att ${customer} får skicka mejl till den här adressen`,
  headline: 'Bekräfta din adress',
  asks: (customer) => `${customer} vill skicka mejl om incidenter till den här adressen. Inget skickas förrän du bekräftar.`,
  confirm: 'Bekräfta adressen',
  otherwise: 'Gör ingenting om du inte vill ha mejlen. Länken gäller i 14 dagar.',
  title: 'Bekräfta en adress',
  question: (customer, address) => `${customer} får skicka mejl om incidenter till ${address}.`,
  confirmed: (customer, address) => `${address} är bekräftad. ${customer} kan skicka mejl om incidenter dit.`,
  expired: 'Länken är äldre än 14 dagar. Du får en ny med nästa mejl till dig.',
  unknown: 'Länken hör inte till någon adress. Ett nyare mejl kan ha ersatt den.',
}

export const confirmationTexts: Record<Language, typeof english> = { en: english, sv: swedish }
