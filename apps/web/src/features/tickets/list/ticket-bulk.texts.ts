import { texts } from '#web/platform/texts.ts'

export const ticketBulkTexts = texts(
  {
    title: (count: number) => (count === 1 ? 'Change 1 ticket' : `Change ${count.toLocaleString('en-GB')} tickets`),
    asItIs: 'No change',
    nobody: 'No one',
    addTags: 'Add tags',
    removeTags: 'Remove tags',
    tagsHint: 'One, another',
    comment: 'Comment (added to each)',
    cannotBeUndone: 'Cannot be undone: the comment is sent at once, and the status changes with it.',
    nothingChosen: 'Choose what to change, or write a comment.',
    commentNeeded: 'A change of status needs a comment.',
    apply: 'Change',
    cancel: 'Cancel',
    done: 'Done',
    changed: (count: number) =>
      count === 1 ? '1 ticket has been changed.' : `${count.toLocaleString('en-GB')} tickets have been changed.`,
    refused: (count: number) =>
      count === 1 ? '1 ticket could not be changed:' : `${count.toLocaleString('en-GB')} tickets could not be changed:`,
    stays: 'The comment stays: it has been sent.',
    undone: (count: number) =>
      count === 1 ? 'The change to 1 ticket is undone.' : `The changes to ${count.toLocaleString('en-GB')} tickets are undone.`,
    notUndone: (count: number) =>
      count === 1
        ? '1 ticket has changed since and was left as it is.'
        : `${count.toLocaleString('en-GB')} tickets have changed since and were left as they are.`,
    undoFailed: 'It could not be undone. Please try again later.',
    failed: 'The tickets could not be changed. Please try again later.',
    isClosed: 'It is closed.',
    isGone: 'It no longer exists.',
    notPossible: 'Its status does not allow that.',
    changedMeanwhile: 'Someone changed it in the same moment.',
  },
  {
    title: (count: number) => (count === 1 ? 'Ändra 1 ärende' : `Ändra ${count.toLocaleString('sv-SE')} ärenden`),
    asItIs: 'Ingen ändring',
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
    stays: 'Kommentaren står kvar: den är skickad.',
    undone: (count: number) =>
      count === 1 ? 'Ändringen av 1 ärende är ångrad.' : `Ändringarna av ${count.toLocaleString('sv-SE')} ärenden är ångrade.`,
    notUndone: (count: number) =>
      count === 1
        ? '1 ärende har ändrats sedan dess och lämnades som det är.'
        : `${count.toLocaleString('sv-SE')} ärenden har ändrats sedan dess och lämnades som de är.`,
    undoFailed: 'Det gick inte att ångra. Försök igen senare.',
    failed: 'Ärendena kunde inte ändras. Försök igen senare.',
    isClosed: 'Det är stängt.',
    isGone: 'Det finns inte längre.',
    notPossible: 'Dess status tillåter det inte.',
    changedMeanwhile: 'Någon ändrade det i samma ögonblick.',
  },
)
