import { texts } from '#web/platform/texts.ts'

/** Of a secret calendar address, whatever it shows. */
export const calendarAddressTexts = texts(
  {
    address: 'Calendar address',
    shownOnce: 'Copy the address now: it is not shown again.',
    none: 'There is no calendar address yet.',
    created: (when: string, who: string) => `Created ${when} by ${who}.`,
    lastRead: (when: string) => `Last read ${when}.`,
    neverRead: 'Not read yet.',
    replaceText: 'The address is shown only when it is created. A new one takes the place of this one, which then stops working.',
    create: 'Create address',
    replace: 'Replace address',
    revoke: 'Revoke address',
    revoked: 'The calendar address no longer works.',
    failed: 'The calendar address could not be loaded.',
    actionFailed: 'We could not complete the action. Please try again later.',
  },
  {
    address: 'Kalenderadress',
    shownOnce: 'Kopiera adressen nu: den visas inte igen.',
    none: 'Det finns ingen kalenderadress än.',
    created: (when: string, who: string) => `Skapad ${when} av ${who}.`,
    lastRead: (when: string) => `Lästes senast ${when}.`,
    neverRead: 'Inte läst än.',
    replaceText: 'Adressen visas bara när den skapas. En ny ersätter den här, som då slutar fungera.',
    create: 'Skapa adress',
    replace: 'Ersätt adressen',
    revoke: 'Återkalla adressen',
    revoked: 'Kalenderadressen fungerar inte längre.',
    failed: 'Kalenderadressen kunde inte hämtas.',
    actionFailed: 'Det gick inte att utföra åtgärden. Försök igen senare.',
  },
)
