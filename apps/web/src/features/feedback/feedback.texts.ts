import { texts } from '#web/platform/texts.ts'

export const feedbackTexts = texts(
  {
    title: 'Feedback',
    intro: 'What is good, what is missing, what does not work? Everything is read.',
    description: 'Description',
    descriptionEmpty: 'The description cannot be empty.',
    descriptionLong: 'The description is too long.',
    metadata: 'Sent along: your name and email, your customer and permissions, this page, the size of the window and the browser.',
    submit: 'Send',
    attachAgain: 'Attach the files',
    cancel: 'Cancel',
    close: 'Close',
    received: 'We have received your feedback.',
    failed: 'We could not send your feedback. Please try again later.',
    notSent: 'The feedback was not sent. Look at the fields marked below.',
    noMailAddress: 'Your account has no valid email address. Ask an administrator to add one.',
    filesNotAttached: (n: number) =>
      n === 1
        ? 'We have received your feedback, but a file was not attached. Try it again, or remove the file.'
        : `We have received your feedback, but ${n} files were not attached. Try them again, or remove them.`,
  },
  {
    title: 'Feedback',
    intro: 'Vad är bra, vad saknas, vad fungerar inte? Allt blir läst.',
    description: 'Beskrivning',
    descriptionEmpty: 'Beskrivningen får inte vara tom.',
    descriptionLong: 'Beskrivningen är för lång.',
    metadata: 'Skickas med: ditt namn och din e-post, din kund och dina behörigheter, den här sidan, fönstrets storlek och webbläsaren.',
    submit: 'Skicka',
    attachAgain: 'Bifoga filerna',
    cancel: 'Avbryt',
    close: 'Stäng',
    received: 'Vi har tagit emot din feedback.',
    failed: 'Vi kunde inte skicka din feedback. Försök igen senare.',
    notSent: 'Din feedback skickades inte. Se de markerade fälten nedan.',
    noMailAddress: 'Ditt konto har ingen giltig e-postadress. Be en administratör lägga till en.',
    filesNotAttached: (n: number) =>
      n === 1
        ? 'Vi har tagit emot din feedback, men en fil kunde inte bifogas. Försök igen eller ta bort filen.'
        : `Vi har tagit emot din feedback, men ${n} filer kunde inte bifogas. Försök igen eller ta bort dem.`,
  },
)
