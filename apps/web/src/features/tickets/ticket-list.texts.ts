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
    created: 'Created',
    from: 'Created from',
    to: 'to',
    me: 'Me',
    nobody: 'Nobody',
    addFilter: 'Filter',
    matching: (count: number, hasMore: boolean) =>
      hasMore
        ? `More than ${count.toLocaleString('en-GB')} tickets match`
        : count < 2
          ? `${count || 'No'} ticket matches`
          : `${count.toLocaleString('en-GB')} tickets match`,
    columns: 'Columns',
    usualColumns: 'The usual columns',
    scope: 'Whose tickets',
    allCustomers: 'All customers',
    sort: 'Order',
    sortBy: {
      relevance: 'Best match',
      modified: 'Latest changed',
      created: 'Latest created',
      priority: 'Most urgent',
      status: 'Status',
      number: 'Number',
      due: 'Least time left',
    },
    chooseByTouch: 'Select',
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
    created: 'Skapat',
    from: 'Skapat från',
    to: 'till',
    me: 'Mig',
    nobody: 'Ingen',
    addFilter: 'Filter',
    matching: (count: number, hasMore: boolean) =>
      hasMore
        ? `Fler än ${count.toLocaleString('sv-SE')} ärenden matchar`
        : `${count === 0 ? 'Inget' : count.toLocaleString('sv-SE')} ärende${count < 2 ? '' : 'n'} matchar`,
    columns: 'Kolumner',
    usualColumns: 'De vanliga kolumnerna',
    scope: 'Vems ärenden',
    allCustomers: 'Alla kunder',
    sort: 'Ordning',
    sortBy: {
      relevance: 'Bästa träff',
      modified: 'Senast ändrade',
      created: 'Senast skapade',
      priority: 'Mest brådskande',
      status: 'Status',
      number: 'Nummer',
      due: 'Minst tid kvar',
    },
    chooseByTouch: 'Markera',
    select: (number: string) => `Markera ärende ${number}`,
    selectAll: 'Markera alla ärenden som visas',
  },
)
