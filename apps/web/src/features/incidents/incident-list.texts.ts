import { texts } from '#web/platform/texts.ts'

export const incidentListTexts = texts(
  {
    select: (title: string) => `Select ${title}`,
    selectAll: 'Select all shown incidents',
    list: 'Incidents',
    conclusion: (n: number) => (n === 0 ? 'No open incidents' : n === 1 ? '1 open incident' : `${n} open incidents`),
    found: (total: number, open: number) =>
      total === 0
        ? 'No incidents with these filters'
        : `${total === 1 ? '1 incident' : `${total} incidents`} with these filters, ${open === 0 ? (total === 1 ? 'resolved' : 'all resolved') : `${open} open`}`,
    duration: 'Duration',
    listFailed: 'Could not load incidents right now',
    search: 'Search incidents',
    order: 'Sort',
    bySeverity: 'Worst first',
    byChange: 'Last changed',
    byOpening: 'Last opened',
    assignee: 'Assignee',
    assignOf: (title: string) => `Assign ${title}`,
    me: 'Me',
    nobody: 'No one',
    chosenEntity: 'Chosen resource',
    nothingOpen: 'No open incidents',
    nothingOpenSeen: 'No open incidents in what you see',
    nothingOpenText: 'Resolved incidents are kept and can be shown.',
    ofProvider: (name: string) => `These are the incidents of ${name} only, not of the other customers.`,
    toAll: 'Show all customers',
    showAll: 'Show all',
    nothingMatches: 'No incident matches the filters',
    opened: 'Opened',
  },
  {
    select: (title: string) => `Markera ${title}`,
    selectAll: 'Markera alla incidenter som visas',
    list: 'Incidenter',
    conclusion: (n: number) => (n === 0 ? 'Inga öppna incidenter' : n === 1 ? '1 öppen incident' : `${n} öppna incidenter`),
    found: (total: number, open: number) =>
      total === 0
        ? 'Inga incidenter med de här filtren'
        : `${total === 1 ? '1 incident' : `${total} incidenter`} med de här filtren, ${open === 0 ? (total === 1 ? 'löst' : 'alla lösta') : open === 1 ? '1 öppen' : `${open} öppna`}`,
    duration: 'Varaktighet',
    listFailed: 'Det gick inte att hämta incidenter just nu',
    search: 'Sök incidenter',
    order: 'Sortera',
    bySeverity: 'Allvarligast först',
    byChange: 'Senast ändrad först',
    byOpening: 'Senast öppnad först',
    assignee: 'Handläggare',
    assignOf: (title: string) => `Tilldela ${title}`,
    me: 'Jag',
    nobody: 'Ingen',
    chosenEntity: 'Vald resurs',
    nothingOpen: 'Ingenting är öppet',
    nothingOpenSeen: 'Inga öppna incidenter i det du ser',
    nothingOpenText: 'Lösta incidenter sparas och kan visas.',
    ofProvider: (name) => `Här finns bara incidenterna för ${name}, inte för övriga kunder.`,
    toAll: 'Visa alla kunder',
    showAll: 'Visa alla',
    nothingMatches: 'Ingen incident matchar filtren',
    opened: 'Öppnad',
  },
)
