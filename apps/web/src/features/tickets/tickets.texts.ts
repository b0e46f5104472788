import { texts } from '#web/platform/texts.ts'

export const ticketTexts = texts(
  {
    title: 'Tickets',
    create: 'Create ticket',
    conclusion: (open: number) =>
      open === 0 ? 'No open tickets' : open === 1 ? '1 open ticket' : `${open.toLocaleString('en-GB')} open tickets`,
    listFailed: 'Could not load the tickets right now',
    priority: 'Priority',
    subject: 'Subject',
    status: 'Status',
    type: 'Type',
    area: 'Area',
    assignee: 'Assignee',
    changed: 'Changed',
    number: 'No.',
    onlyOpen: 'Only open',
    request: 'Request',
    change: 'Change',
    incident: 'Incident',
    nothingTitle: 'No tickets yet',
    nothingText: 'Ask for help, a change, or report what is wrong: it becomes a ticket that you can follow here.',
    nothingOpen: 'No open tickets',
    nothingOpenText: (closed: number) => (closed === 1 ? '1 is resolved or closed.' : `${closed} are resolved or closed.`),
    showClosed: 'Show those too',
    nothingMatches: 'No ticket matches',
  },
  {
    title: 'Ärenden',
    create: 'Skapa ärende',
    conclusion: (open: number) =>
      open === 0 ? 'Inga öppna ärenden' : open === 1 ? '1 öppet ärende' : `${open.toLocaleString('sv-SE')} öppna ärenden`,
    listFailed: 'Det gick inte att ladda ärendena just nu',
    priority: 'Prioritet',
    subject: 'Ämne',
    status: 'Status',
    type: 'Typ',
    area: 'Område',
    assignee: 'Handläggare',
    changed: 'Ändrat',
    number: 'Nr',
    onlyOpen: 'Endast öppna',
    request: 'Begäran',
    change: 'Förändring',
    incident: 'Incident',
    nothingTitle: 'Inga ärenden ännu',
    nothingText: 'Be om hjälp eller en förändring, eller rapportera ett fel: det blir ett ärende som du kan följa här.',
    nothingOpen: 'Inga öppna ärenden',
    nothingOpenText: (closed: number) => (closed === 1 ? '1 är löst eller stängt.' : `${closed} är lösta eller stängda.`),
    showClosed: 'Visa även dem',
    nothingMatches: 'Inget ärende matchar',
  },
)

export const areaTexts = texts(
  {
    infrastructure: 'Infrastructure',
    security: 'Security',
    workplace: 'Workplace',
    database: 'Database',
    'office 365': 'Office 365',
    other: 'Other',
  },
  {
    infrastructure: 'Infrastruktur',
    security: 'Säkerhet',
    workplace: 'Arbetsplats',
    database: 'Databas',
    'office 365': 'Office 365',
    other: 'Övrigt',
  },
)

/** By the translation keys that the contract names. */
export const ticketMessageTexts = texts(
  {
    'ticket.create.subject_empty': 'The subject cannot be empty.',
    'ticket.create.subject_long': 'The subject may be at most 250 characters long.',
    'ticket.create.description_empty': 'The description cannot be empty.',
    'ticket.create.missing_user_context': 'We do not know who you are any more. Sign in again; what you wrote is kept until then.',
    'ticket.create.unknown_error': 'We could not create the ticket. Please try again later.',
    'form.email_invalid': 'Unvalid email format',
    'ticket.comment_empty': 'The comment cannot be empty.',
    'ticket.status.comment_required': 'A comment is required.',
  },
  {
    'ticket.create.subject_empty': 'Ämnet får inte vara tomt.',
    'ticket.create.subject_long': 'Ämnet får vara högst 250 tecken.',
    'ticket.create.description_empty': 'Beskrivningen får inte vara tom.',
    'ticket.create.missing_user_context': 'Vi vet inte längre vem du är. Logga in igen; det du skrev finns kvar till dess.',
    'ticket.create.unknown_error': 'Vi kunde inte skapa ärendet. Försök igen senare.',
    'form.email_invalid': 'Ogiltigt format på e-postadressen',
    'ticket.comment_empty': 'Kommentaren får inte vara tom.',
    'ticket.status.comment_required': 'En kommentar krävs.',
  },
)
