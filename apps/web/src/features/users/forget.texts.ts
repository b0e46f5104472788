import { texts } from '#web/platform/texts.ts'

export const forgetTexts = texts(
  {
    forget: 'Anonymise user',
    help: 'For someone who has left and wants to be forgotten.',
    sure: 'Name, email address, telephone number and photo are replaced or removed everywhere, in mails and saved searches too. What the person did stays, as done by a “Former person”. This cannot be undone.',
    confirm: (email: string) => `To confirm, write ${email}`,
    yes: 'Anonymise for good',
    cancel: 'Cancel',
    asked: 'The user is being anonymised.',
    forgotten: 'Anonymised',
    forgottenHelp: 'What named this person is replaced everywhere. With much data this takes some minutes.',
    failed: 'The user could not be anonymised. Please try again later.',
    messages: {
      'users.forget.active': 'Disable the user first: only someone who has left can be forgotten.',
      'users.forget.done': 'This user is anonymised already, or was enabled again. Reload the page.',
      'users.forget.holds': 'Hand over what is in this person’s hands first.',
      'users.forget.confirmation_wrong': 'This is not the email address of the user.',
    },
  },
  {
    forget: 'Avidentifiera användare',
    help: 'För den som har slutat och vill bli glömd.',
    sure: 'Namn, e-postadress, telefonnummer och bild ersätts eller tas bort överallt, även i mejl och sparade sökningar. Det personen har gjort finns kvar, som gjort av en ”Tidigare person”. Det går inte att ångra.',
    confirm: (email) => `Skriv ${email} för att bekräfta`,
    yes: 'Avidentifiera för gott',
    cancel: 'Avbryt',
    asked: 'Användaren avidentifieras.',
    forgotten: 'Avidentifierad',
    forgottenHelp: 'Det som pekade ut personen ersätts överallt. Med mycket data tar det några minuter.',
    failed: 'Användaren kunde inte avidentifieras. Försök igen senare.',
    messages: {
      'users.forget.active': 'Inaktivera användaren först: bara den som har slutat kan bli glömd.',
      'users.forget.done': 'Användaren är redan avidentifierad, eller har aktiverats igen. Ladda om sidan.',
      'users.forget.holds': 'Lämna över det som ligger hos personen först.',
      'users.forget.confirmation_wrong': 'Det här är inte användarens e-postadress.',
    },
  },
)
