import { texts } from '#web/platform/texts.ts'

export const notAuthorizedTexts = texts(
  {
    pageTitle: 'Not authorized',
    title: 'You are not authorized to see this page',
    text: 'Your account does not have the permission that the page needs.',
    lacking: (features: string[]) =>
      `The page needs the permission ${features.map((name) => `“${name}”`).join(' or ')}, which your account does not have.`,
    anotherCustomer:
      'The address belongs to another customer, and your account sees only its own. If you work for both, sign in with the other account.',
    ofWhole:
      'Your account sees some of the resources only, and this page is about all of them. An administrator at your company can change that.',
    ask: 'These people can give it to you:',
    askCompanyFirst: 'An administrator at your company can give it to you. So can the provider:',
    askAdministrator: 'An administrator at your company can give it to you.',
    staffOnly: 'Only staff of the provider may see this page. No one at your company can change that.',
    administratorsOnly: 'Only administrators of the provider may see this page. One of them can give you that role.',
    companyAdministratorsOnly: 'The page is for administrators at your company. Your account does not have that role.',
    home: 'Back to the start page',
  },
  {
    pageTitle: 'Behörighet saknas',
    title: 'Du har inte behörighet att se den här sidan',
    text: 'Ditt konto saknar den behörighet som sidan kräver.',
    lacking: (features) => `Sidan kräver behörigheten ${features.map((name) => `”${name}”`).join(' eller ')}, och den har inte ditt konto.`,
    anotherCustomer:
      'Adressen hör till en annan kund, och ditt konto ser bara sin egen. Arbetar du för båda? Logga in med det andra kontot.',
    ofWhole: 'Ditt konto ser bara vissa resurser, och den här sidan gäller alla. En administratör på ditt företag kan ändra det.',
    ask: 'De här personerna kan ge dig den:',
    askCompanyFirst: 'En administratör på ditt företag kan ge dig den. Det kan även leverantören:',
    askAdministrator: 'En administratör på ditt företag kan ge dig den.',
    staffOnly: 'Bara leverantörens personal får se den här sidan. Ingen på ditt företag kan ändra det.',
    administratorsOnly: 'Bara leverantörens administratörer får se den här sidan. En av dem kan ge dig den rollen.',
    companyAdministratorsOnly: 'Sidan är till för administratörer på ditt företag. Ditt konto har inte den rollen.',
    home: 'Till startsidan',
  },
)
