import { texts } from '#web/platform/texts.ts'

export const notAuthorizedTexts = texts(
  {
    title: 'You are not authorized to see this page',
    text: 'Your account lacks the permission that this page needs. An administrator at your company can give it to you.',
    lacking: (features: string[]) => `Your account lacks the permission ${features.map((name) => `“${name}”`).join(' or ')}.`,
    anotherCustomer: 'This address belongs to another customer than yours.',
    ask: 'Who can give it:',
    staffOnly: 'Only administrators of the provider may see this page.',
    home: 'Back to the start page',
  },
  {
    title: 'Du har inte behörighet att se den här sidan',
    text: 'Ditt konto saknar den behörighet som sidan kräver. En administratör på ditt företag kan ge dig den.',
    lacking: (features) => `Ditt konto saknar behörigheten ${features.map((name) => `”${name}”`).join(' eller ')}.`,
    anotherCustomer: 'Adressen hör till en annan kund än din.',
    ask: 'Den kan ges av:',
    staffOnly: 'Bara leverantörens administratörer får se den här sidan.',
    home: 'Till startsidan',
  },
)
