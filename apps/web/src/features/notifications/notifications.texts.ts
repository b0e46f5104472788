import type {
  Notification,
  NotificationKind,
  NotifiedKind,
  OnCallNoticeKind,
  WindowNoticeKind,
} from '@vakt/contract/notifications/notifications.ts'
import { texts } from '#web/platform/texts.ts'

/** The clock of a service level, and when it is up. */
type Due = { clock: string; time: string; isPast: boolean }

/** `status` is a word of the reader's language, empty where there is none. */
type Sentences = Record<
  NotifiedKind,
  (told: Pick<Notification, 'actor' | 'tickets' | 'serviceWindow' | 'onCall'> & { status: string; due: Due | null }) => string
>

const windowInEnglish: Record<WindowNoticeKind, string> = {
  soon: 'A service window starts soon',
  started: 'A service window has started',
  ended: 'A service window has ended',
  cancelled: 'A service window was cancelled',
  to_approve: 'A service window needs your approval',
}

const windowInSwedish: typeof windowInEnglish = {
  soon: 'Ett servicefönster börjar snart',
  started: 'Ett servicefönster har börjat',
  ended: 'Ett servicefönster är slut',
  cancelled: 'Ett servicefönster har ställts in',
  to_approve: 'Ett servicefönster behöver ditt godkännande',
}

const onCallInEnglish: Record<OnCallNoticeKind, (actor: string) => string> = {
  swap_asked: (actor) => `${actor} asks you to take a shift`,
  swap_accepted: (actor) => `${actor} takes your shift`,
  swap_refused: (actor) => `${actor} cannot take your shift`,
  swap_withdrawn: (actor) => `${actor} keeps the shift`,
  gap: () => 'No one is on call for a time',
}

const onCallInSwedish: typeof onCallInEnglish = {
  swap_asked: (actor) => `${actor} undrar om du kan ta ett pass`,
  swap_accepted: (actor) => `${actor} tar ditt pass`,
  swap_refused: (actor) => `${actor} kan inte ta ditt pass`,
  swap_withdrawn: (actor) => `${actor} behåller passet`,
  gap: () => 'Ingen har jour under en tid',
}

const english: Sentences = {
  incident_opened: ({ tickets }) => (tickets === 1 ? 'Incident opened' : `${tickets} incidents opened`),
  incident_escalated: ({ tickets }) => (tickets === 1 ? 'Incident escalated' : `${tickets} incidents escalated`),
  incident_resolved: ({ tickets }) => (tickets === 1 ? 'Incident resolved' : `${tickets} incidents resolved`),
  incident_reminded: ({ tickets }) => (tickets === 1 ? 'Reminder: incident still open' : `Reminder: ${tickets} incidents still open`),
  incidents_raised: ({ tickets }) => (tickets === 1 ? 'Incident after a service window' : `${tickets} incidents after a service window`),
  incident_followed: (_) => 'An incident that you follow',
  mentioned: ({ actor }) => `${actor} mentioned you`,
  assigned: ({ actor }) => `${actor} assigned you the ticket`,
  commented: ({ actor }) => `${actor} commented`,
  status_changed: ({ actor, status }) => (status ? `${actor} set the status to ${status}` : `${actor} changed the status`),
  service_level_warning: ({ due }) =>
    due ? `${due.clock} ${due.isPast ? 'was due' : 'due'} ${due.time}` : 'A service-level target is due soon',
  created: ({ actor }) => `${actor} opened a ticket`,
  opened_by_monitoring: ({ tickets }) => (tickets === 1 ? 'Monitoring opened a ticket' : `Monitoring opened ${tickets} tickets`),
  webhook_switched_off: (_) => 'A webhook was switched off',
  service_window: ({ serviceWindow }) => windowInEnglish[serviceWindow?.what ?? 'soon'],
  on_call: ({ onCall, actor }) => onCallInEnglish[onCall ?? 'gap'](actor),
  customer_erasing: (_) => 'A closed customer will soon be erased',
  cloudops_ended: (_) => 'CloudOps ended: the inventory does not find the resource',
  cloudops_resumed: (_) => 'CloudOps resumed: the resource is back',
  cloudops_unpriced: (_) => 'CloudOps stays off: its price must be set again',
}

export const notificationTexts = texts(
  {
    title: 'Notifications',
    said: english,
    moreTickets: (subject: string, others: number) => `${subject} and ${others} more`,
    internal: 'Internal',
    unread: 'Unread',
    markRead: 'Mark as read',
    markAllRead: 'Mark all as read',
    choose: 'Choose what you are notified of',
    showMore: 'Show more',
    nothing: 'Nothing yet',
    nothingText:
      'Comments, mentions and status changes on your tickets appear here, with the incidents and service windows you are notified of.',
    nothingTextOfLimited:
      'Comments, mentions and status changes on your tickets appear here, with the incidents on the resources you see that you are notified of.',
    failed: 'Could not load the notifications',
    notMarked: 'It could not be marked as read. Try again.',
    preferences: {
      title: 'Notifications',
      intro: (address: string) =>
        `What you are notified of, here in the portal and by email to ${address}. You are never notified of what you do yourself.`,
      kind: 'What',
      inPortal: 'In the portal',
      byMail: 'By email',
      failed: 'Could not load your choices',
      saved: 'Saved',
      notSaved: 'Your choice was not saved.',
      fromSeverity: 'From severity',
      arrivals: {
        name: 'Show new incidents on every screen',
        about: 'A short message for critical incidents, for those that you chose or follow, and for tickets assigned to you.',
      },
      kinds: {
        incident_opened: { name: 'New incidents', about: 'Those that are opened together come as one notification.' },
        incident_escalated: { name: 'Incidents that get worse', about: 'Their severity rises.' },
        incident_resolved: { name: 'Resolved incidents', about: 'By themselves, or by a person.' },
        incident_followed: {
          name: 'Incidents that you follow',
          about: 'Of any severity, on the incidents, resources and groups under What you follow.',
        },
        mentioned: { name: 'Someone mentions you', about: 'In a ticket that you may read.' },
        assigned: { name: 'A ticket is assigned to you', about: 'You become its assignee.' },
        commented: { name: 'Comments', about: 'On tickets that you opened, are assigned to, have commented on or follow.' },
        status_changed: { name: 'Changes of status', about: 'Of the same tickets.' },
        service_level_warning: {
          name: 'Service-level targets',
          about: 'Before one is missed on a ticket of yours, or on an unassigned one.',
        },
        created: { name: 'New tickets', about: 'Opened by people.' },
        opened_by_monitoring: { name: 'New tickets from monitoring', about: 'Those that are opened together come as one notification.' },
        webhook_switched_off: { name: 'Webhooks switched off', about: 'Because their receiver is gone or has failed for days.' },
        cloudops_ended: { name: 'CloudOps ends or resumes by itself', about: 'Because a resource is gone from the inventory, or is back.' },
      } satisfies Record<NotificationKind, { name: string; about: string }>,
    },
    incidentMail: {
      title: 'Incidents by email',
      about: 'For each severity, before the choices above. What you follow is mailed in any case.',
      failed: 'Could not load your choices',
      asSetMailed: 'Email, as a contact for incidents',
      asSetNot: 'As chosen above',
      always: 'Always email',
      never: 'Never email',
    },
  },
  {
    title: 'Aviseringar',
    said: {
      incident_opened: ({ tickets }) => (tickets === 1 ? 'Incident öppnad' : `${tickets} incidenter öppnade`),
      incident_escalated: ({ tickets }) => (tickets === 1 ? 'Incident förvärrad' : `${tickets} incidenter förvärrade`),
      incident_resolved: ({ tickets }) => (tickets === 1 ? 'Incident löst' : `${tickets} incidenter lösta`),
      incident_reminded: ({ tickets }) =>
        tickets === 1 ? 'Påminnelse: incidenten är fortfarande öppen' : `Påminnelse: ${tickets} incidenter är fortfarande öppna`,
      incidents_raised: ({ tickets }) =>
        tickets === 1 ? 'Incident efter ett servicefönster' : `${tickets} incidenter efter ett servicefönster`,
      incident_followed: (_) => 'En incident som du följer',
      mentioned: ({ actor }) => `${actor} nämnde dig`,
      assigned: ({ actor }) => `${actor} tilldelade dig ärendet`,
      commented: ({ actor }) => `${actor} kommenterade`,
      status_changed: ({ actor, status }) => (status ? `${actor} ändrade statusen till ${status}` : `${actor} ändrade statusen`),
      service_level_warning: ({ due }) =>
        due
          ? `${due.clock} ${due.isPast ? 'skulle ha varit klart' : 'ska vara klart'} ${due.time}`
          : 'Ett mål för servicenivån förfaller snart',
      created: ({ actor }) => `${actor} skapade ett ärende`,
      opened_by_monitoring: ({ tickets }) =>
        tickets === 1 ? 'Övervakningen skapade ett ärende' : `Övervakningen skapade ${tickets} ärenden`,
      webhook_switched_off: (_) => 'En webhook har stängts av',
      service_window: ({ serviceWindow }) => windowInSwedish[serviceWindow?.what ?? 'soon'],
      on_call: ({ onCall, actor }) => onCallInSwedish[onCall ?? 'gap'](actor),
      customer_erasing: (_) => 'En stängd kund raderas snart',
      cloudops_ended: (_) => 'CloudOps har avslutats: inventeringen hittar inte resursen',
      cloudops_resumed: (_) => 'CloudOps är igång igen: resursen är tillbaka',
      cloudops_unpriced: (_) => 'CloudOps är avstängt: priset måste sättas på nytt',
    },
    moreTickets: (subject, others) => `${subject} och ${others} till`,
    internal: 'Intern',
    unread: 'Oläst',
    markRead: 'Markera som läst',
    markAllRead: 'Markera alla som lästa',
    choose: 'Välj vad du får veta',
    showMore: 'Visa fler',
    nothing: 'Inget än',
    nothingText:
      'Här visas kommentarer, omnämnanden och statusändringar i dina ärenden, och de incidenter och servicefönster du får aviseringar om.',
    nothingTextOfLimited:
      'Här visas kommentarer, omnämnanden och statusändringar i dina ärenden, och de incidenter på resurserna du ser som du får aviseringar om.',
    failed: 'Det gick inte att hämta aviseringarna',
    notMarked: 'Det gick inte att markera som läst. Försök igen.',
    preferences: {
      title: 'Aviseringar',
      intro: (address) =>
        `Vad du får veta, här i portalen och med e-post till ${address}. Det du själv gör får du aldrig någon avisering om.`,
      kind: 'Vad',
      inPortal: 'I portalen',
      byMail: 'Med e-post',
      failed: 'Det gick inte att hämta dina val',
      saved: 'Sparat',
      notSaved: 'Ditt val sparades inte.',
      fromSeverity: 'Från allvarlighet',
      arrivals: {
        name: 'Visa nya incidenter var du än är i portalen',
        about: 'Ett kort meddelande om kritiska incidenter, om dem du har valt eller följer, och om ärenden som du får.',
      },
      kinds: {
        incident_opened: { name: 'Nya incidenter', about: 'De som öppnas tillsammans aviseras tillsammans.' },
        incident_escalated: { name: 'Incidenter som förvärras', about: 'Allvarlighetsgraden höjs.' },
        incident_resolved: { name: 'Lösta incidenter', about: 'Av sig själva, eller av en person.' },
        incident_followed: {
          name: 'Incidenter som du följer',
          about: 'Oavsett allvarlighetsgrad, på de incidenter, resurser och grupper som finns under Det du följer.',
        },
        mentioned: { name: 'Någon nämner dig', about: 'I ett ärende som du får läsa.' },
        assigned: { name: 'Du tilldelas ett ärende', about: 'Du blir dess handläggare.' },
        commented: { name: 'Kommentarer', about: 'På ärenden som du har skapat, handlägger, har kommenterat eller följer.' },
        status_changed: { name: 'Ändrad status', about: 'På samma ärenden.' },
        service_level_warning: {
          name: 'Mål för servicenivå',
          about: 'Innan ett missas på ett ärende som är ditt, eller som är otilldelat.',
        },
        created: { name: 'Nya ärenden från personer', about: 'Som kunder eller personal skapar.' },
        opened_by_monitoring: { name: 'Nya ärenden från övervakningen', about: 'De som skapas tillsammans aviseras tillsammans.' },
        webhook_switched_off: { name: 'Avstängda webhookar', about: 'För att mottagaren är borta eller inte har svarat på flera dagar.' },
        cloudops_ended: {
          name: 'CloudOps avslutas eller kommer igång av sig själv',
          about: 'För att en resurs är borta ur inventeringen, eller är tillbaka.',
        },
      },
    },
    incidentMail: {
      title: 'Incidenter med e-post',
      about: 'För varje allvarlighetsgrad, före valen ovanför. Det du följer får du alltid mejl om.',
      failed: 'Det gick inte att hämta dina val',
      asSetMailed: 'E-post, som kontakt för incidenter',
      asSetNot: 'Som valt ovanför',
      always: 'Alltid e-post',
      never: 'Aldrig e-post',
    },
  },
)
