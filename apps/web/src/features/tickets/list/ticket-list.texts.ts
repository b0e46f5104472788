import { texts } from '#web/platform/texts.ts'

export const ticketListTexts = texts(
  {
    search: 'Search tickets',
    customer: 'Customer',
    group: 'Group',
    requester: 'Requester',
    tags: 'Tags',
    tag: 'Tag',
    entity: 'Resource',
    source: 'Opened by',
    byMonitoring: 'Monitoring',
    byPerson: 'A person',
    serviceLevel: 'Service level',
    breaching: 'Breaching',
    created: 'Created',
    from: 'Created from',
    to: 'to',
    me: 'Me',
    nobody: 'Nobody',
    matching: (count: number, hasMore: boolean) =>
      hasMore
        ? `More than ${count.toLocaleString('en-GB')} tickets match`
        : count < 2
          ? `${count || 'No'} ticket matches`
          : `${count.toLocaleString('en-GB')} tickets match`,
    incidentIs: {
      critical: 'Incident is critical',
      high: 'Incident is high',
      medium: 'Incident is medium',
      low: 'Incident is low',
    },
    scope: 'Whose tickets',
    allCustomers: 'All customers',
    sort: 'Sort',
    sortBy: {
      relevance: 'Best match',
      modified: 'Latest changed',
      created: 'Latest created',
      priority: 'Most urgent',
      status: 'Status',
      number: 'Number',
      due: 'Least time left',
    },
    changeChosen: 'Change…',
    select: (number: string) => `Select ticket ${number}`,
    selectAll: 'Select all shown tickets',
  },
  {
    search: 'Sök ärenden',
    customer: 'Kund',
    group: 'Grupp',
    requester: 'Beställare',
    tags: 'Taggar',
    tag: 'Tagg',
    entity: 'Resurs',
    source: 'Öppnat av',
    byMonitoring: 'Övervakningen',
    byPerson: 'En person',
    serviceLevel: 'Servicenivå',
    breaching: 'Försenade',
    created: 'Skapat',
    from: 'Skapat från',
    to: 'till',
    me: 'Mig',
    nobody: 'Ingen',
    matching: (count: number, hasMore: boolean) =>
      hasMore
        ? `Fler än ${count.toLocaleString('sv-SE')} ärenden matchar`
        : `${count === 0 ? 'Inget' : count.toLocaleString('sv-SE')} ärende${count < 2 ? '' : 'n'} matchar`,
    incidentIs: {
      critical: 'Incidenten är kritisk',
      high: 'Incidenten är hög',
      medium: 'Incidenten är medel',
      low: 'Incidenten är låg',
    },
    scope: 'Vems ärenden',
    allCustomers: 'Alla kunder',
    sort: 'Sortera',
    sortBy: {
      relevance: 'Bästa träff',
      modified: 'Senast ändrade',
      created: 'Senast skapade',
      priority: 'Mest brådskande',
      status: 'Status',
      number: 'Nummer',
      due: 'Minst tid kvar',
    },
    changeChosen: 'Ändra…',
    select: (number: string) => `Markera ärende ${number}`,
    selectAll: 'Markera alla ärenden som visas',
  },
)
