import { texts } from '#web/platform/texts.ts'

/** The number as it is written, and itself for the grammar. */
const some = (one: string, many: string) => (written: string, count: number) => (count === 1 ? one : `${written} ${many}`)

export const customerErasingTexts = texts(
  {
    erase: 'Erase now…',
    eraseNow: 'Erase for good',
    title: 'Erase customer',
    whatGoes: (name: string, customerId: string) => `This erases everything of ${name} (${customerId}):`,
    content: {
      people: some('1 person', 'people'),
      entities: some('1 resource', 'resources'),
      incidents: some('1 incident', 'incidents'),
      alerts: some('1 alert', 'alerts'),
      tickets: some('1 ticket', 'tickets'),
      comments: some('1 comment', 'comments'),
      attachments: some('1 attachment', 'attachments'),
      alertRules: some('1 alert rule', 'alert rules'),
      serviceWindows: some('1 service window', 'service windows'),
      processes: some('1 automation process', 'automation processes'),
      metricSeries: some('1 metric with all its values', 'metrics with all their values'),
    },
    andMore: 'Settings, tokens, agents, messages and reports',
    forGood: 'It cannot be undone.',
    whatStays:
      'One line stays: the name, the number, and who closed and erased it when. So does what your own people did, in the audit log. Backups keep the data until they are rotated out.',
    name: 'Name of the customer',
    nameHelp: (name: string) => `Enter ${name} to confirm.`,
    begun: 'The customer is being erased.',
    failed: 'The customer is not erased.',
    loadFailed: 'Could not load what would be erased',
    messages: {
      'customer_erasing.provider': 'Your own customer cannot be erased.',
      'customer_erasing.not_closed': 'The customer is open. Close it first.',
      'customer_erasing.name_differs': 'Enter the name of the customer exactly as it is written.',
    },
  },
  {
    erase: 'Radera nu…',
    eraseNow: 'Radera för gott',
    title: 'Radera kund',
    whatGoes: (name, customerId) => `Allt som hör till ${name} (${customerId}) raderas:`,
    content: {
      people: some('1 person', 'personer'),
      entities: some('1 resurs', 'resurser'),
      incidents: some('1 incident', 'incidenter'),
      alerts: some('1 larm', 'larm'),
      tickets: some('1 ärende', 'ärenden'),
      comments: some('1 kommentar', 'kommentarer'),
      attachments: some('1 bilaga', 'bilagor'),
      alertRules: some('1 larmregel', 'larmregler'),
      serviceWindows: some('1 servicefönster', 'servicefönster'),
      processes: some('1 automatiseringsprocess', 'automatiseringsprocesser'),
      metricSeries: some('1 mätserie med alla värden', 'mätserier med alla värden'),
    },
    andMore: 'Inställningar, nycklar, agenter, meddelanden och rapporter',
    forGood: 'Det går inte att ångra.',
    whatStays:
      'En rad finns kvar: namnet, numret och vem som stängde och raderade kunden när. Det som era egna medarbetare gjorde finns kvar i händelseloggen. Säkerhetskopior innehåller uppgifterna tills de rensas.',
    name: 'Kundens namn',
    nameHelp: (name) => `Skriv ${name} för att bekräfta.`,
    begun: 'Kunden raderas.',
    failed: 'Kunden raderas inte.',
    loadFailed: 'Det gick inte att hämta vad som skulle raderas',
    messages: {
      'customer_erasing.provider': 'Er egen kund kan inte raderas.',
      'customer_erasing.not_closed': 'Kunden är öppen. Stäng den först.',
      'customer_erasing.name_differs': 'Skriv kundens namn precis som det står.',
    },
  },
)
