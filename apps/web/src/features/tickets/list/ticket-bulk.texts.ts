import { texts } from '#web/platform/texts.ts'

export const ticketBulkTexts = texts(
  {
    title: (count: number) => (count === 1 ? 'Change 1 ticket' : `Change ${count.toLocaleString('en-GB')} tickets`),
    asItIs: 'No change',
    nobody: 'Nobody',
    addTags: 'Add tags',
    removeTags: 'Remove tags',
    tagsHint: 'One, another',
    comment: 'Comment (added to each)',
    cannotBeUndone: 'Cannot be undone: the comment is sent to those on the ticket at once, and a status goes with it.',
    nothingChosen: 'Choose what to change, or write a comment.',
    commentNeeded: 'A change of status needs a comment.',
    apply: 'Change',
    cancel: 'Cancel',
    done: 'Done',
    changed: (count: number) =>
      count === 1 ? '1 ticket has been changed.' : `${count.toLocaleString('en-GB')} tickets have been changed.`,
    refused: (count: number) =>
      count === 1 ? '1 ticket could not be changed:' : `${count.toLocaleString('en-GB')} tickets could not be changed:`,
    stays: 'What was said to the customer stays.',
    undone: (count: number) => (count === 1 ? '1 ticket is as it was.' : `${count.toLocaleString('en-GB')} tickets are as they were.`),
    notUndone: (count: number) =>
      count === 1
        ? '1 ticket has been changed again since, and stays as it is.'
        : `${count.toLocaleString('en-GB')} tickets have been changed again since, and stay as they are.`,
    undoFailed: 'It could not be undone. Please try again later.',
    failed: 'The tickets could not be changed. Please try again later.',
    isClosed: 'It is closed.',
    isGone: 'It is not there any more.',
    notPossible: 'Its status does not allow that.',
    changedMeanwhile: 'Someone changed it in the same moment.',
  },
  {
    title: (count: number) => (count === 1 ? 'Ändra 1 ärende' : `Ändra ${count.toLocaleString('sv-SE')} ärenden`),
    asItIs: 'Som det är',
    nobody: 'Ingen',
    addTags: 'Lägg till taggar',
    removeTags: 'Ta bort taggar',
    tagsHint: 'En, en till',
    comment: 'Kommentar (läggs till på varje)',
    cannotBeUndone: 'Går inte att ångra: kommentaren skickas direkt till dem som följer ärendet, och status ändras med den.',
    nothingChosen: 'Välj vad som ska ändras, eller skriv en kommentar.',
    commentNeeded: 'Ett byte av status kräver en kommentar.',
    apply: 'Ändra',
    cancel: 'Avbryt',
    done: 'Klar',
    changed: (count: number) => (count === 1 ? '1 ärende är ändrat.' : `${count.toLocaleString('sv-SE')} ärenden är ändrade.`),
    refused: (count: number) =>
      count === 1 ? '1 ärende kunde inte ändras:' : `${count.toLocaleString('sv-SE')} ärenden kunde inte ändras:`,
    stays: 'Det som sagts till kunden står kvar.',
    undone: (count: number) => (count === 1 ? '1 ärende är som det var.' : `${count.toLocaleString('sv-SE')} ärenden är som de var.`),
    notUndone: (count: number) =>
      count === 1
        ? '1 ärende har ändrats igen sedan dess och får vara som det är.'
        : `${count.toLocaleString('sv-SE')} ärenden har ändrats igen sedan dess och får vara som de är.`,
    undoFailed: 'Det gick inte att ångra. Försök igen senare.',
    failed: 'Ärendena kunde inte ändras. Försök igen senare.',
    isClosed: 'Det är stängt.',
    isGone: 'Det finns inte längre.',
    notPossible: 'Dess status tillåter det inte.',
    changedMeanwhile: 'Någon ändrade det i samma ögonblick.',
  },
)
