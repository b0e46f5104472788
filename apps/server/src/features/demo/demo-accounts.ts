import type { DemoAccount } from '#server/platform/sign-in/demo-account.ts'

/** The accounts of the embedded sign-in, one for each way to use Vakt. */
export const demoAccounts: DemoAccount[] = [
  {
    subject: 'demo-nordan-admin',
    name: 'Elin Sandberg',
    email: 'admin@nordan.example',
    roles: ['customer-admin'],
    initials: 'ES',
    caption: { en: 'Nordan Retail: everything a customer can have', sv: 'Nordan Retail: allt som en kund kan ha' },
  },
  {
    subject: 'demo-nordan-reader',
    name: 'Johan Wikström',
    email: 'reader@nordan.example',
    roles: ['customer-reader'],
    initials: 'JW',
    caption: { en: 'Nordan Retail: reads everything, changes nothing', sv: 'Nordan Retail: läser allt, ändrar inget' },
  },
  {
    subject: 'demo-nordan-tickets',
    name: 'Amira Haddad',
    email: 'tickets@nordan.example',
    roles: ['customer-tickets'],
    initials: 'AH',
    caption: { en: 'Nordan Retail: tickets only', sv: 'Nordan Retail: bara ärenden' },
  },
  {
    subject: 'demo-fjallbo-admin',
    name: 'Per Nordlund',
    email: 'admin@fjallbo.example',
    roles: ['customer-admin'],
    initials: 'PN',
    caption: { en: 'Fjällbo Energi: everything a customer can have', sv: 'Fjällbo Energi: allt som en kund kan ha' },
  },
  {
    subject: 'demo-vakt-staff',
    name: 'Karin Lindqvist',
    email: 'staff@vakt.example',
    roles: ['api-permission-global-admin', 'provider-staff'],
    initials: 'KL',
    caption: { en: 'Vakt Drift: the provider’s staff, every customer', sv: 'Vakt Drift: leverantörens personal, alla kunder' },
  },
]
