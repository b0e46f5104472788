import type { Notification, NotificationKind, NotifiedKind } from '@vakt/contract/notifications.ts'
import { texts } from '#web/platform/texts.ts'

/** `status` is a word of the reader's language, empty where there is none. */
type Sentences = Record<NotifiedKind, (told: Pick<Notification, 'actor' | 'tickets'> & { status: string }) => string>

const english: Sentences = {
  incident_opened: ({ tickets }) => (tickets === 1 ? 'Incident opened' : `${tickets} incidents opened`),
  incident_escalated: ({ tickets }) => (tickets === 1 ? 'Incident got worse' : `${tickets} incidents got worse`),
  incident_resolved: ({ tickets }) => (tickets === 1 ? 'Incident resolved' : `${tickets} incidents resolved`),
  incident_reminded: ({ tickets }) => (tickets === 1 ? 'Reminder: incident still open' : `Reminder: ${tickets} incidents still open`),
  incident_followed: (_) => 'An incident that you follow',
  mentioned: ({ actor }) => `${actor} mentioned you`,
  assigned: ({ actor }) => `${actor} gave you the ticket`,
  commented: ({ actor }) => `${actor} commented`,
  status_changed: ({ actor, status }) => (status ? `${actor} set the status to ${status}` : `${actor} changed the status`),
  service_level_warning: (_) => 'A promised time is due soon',
  created: ({ actor }) => `${actor} opened a ticket`,
  opened_by_monitoring: ({ tickets }) => (tickets === 1 ? 'Monitoring opened a ticket' : `Monitoring opened ${tickets} tickets`),
  webhook_switched_off: (_) => 'A webhook was switched off',
  service_window: (_) => 'About a service window',
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
      'You are notified here when someone comments on a ticket of yours, mentions you or changes its status, and of the incidents that you choose or follow.',
    failed: 'Could not load the notifications',
    notMarked: 'It could not be marked as read. Try again.',
    preferences: {
      title: 'Notifications',
      intro: (address: string) =>
        `What you are notified of, here in the portal and by mail to ${address}. You are never notified of what you do yourself.`,
      kind: 'What',
      inPortal: 'In the portal',
      byMail: 'By mail',
      failed: 'Could not load your choices',
      saved: 'Saved',
      notSaved: 'Your choice was not saved.',
      fromSeverity: 'From severity',
      arrivals: {
        name: 'Show new incidents on every screen',
        about: 'A short message for critical incidents, for those that you chose or follow, and for tickets given to you.',
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
        assigned: { name: 'A ticket is given to you', about: 'You become its assignee.' },
        commented: { name: 'Comments', about: 'On tickets that you opened, are assigned to, have commented on or follow.' },
        status_changed: { name: 'Changes of status', about: 'Of the same tickets.' },
        service_level_warning: { name: 'Promised times', about: 'Before one passes on a ticket of yours, or on one that is unassigned.' },
        created: { name: 'New tickets', about: 'Opened by people.' },
        opened_by_monitoring: { name: 'New tickets from monitoring', about: 'Those that are opened together come as one notification.' },
        webhook_switched_off: { name: 'Webhooks switched off', about: 'Because their receiver is gone or has failed for days.' },
      } satisfies Record<NotificationKind, { name: string; about: string }>,
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
      incident_followed: (_) => 'En incident som du följer',
      mentioned: ({ actor }) => `${actor} nämnde dig`,
      assigned: ({ actor }) => `${actor} tilldelade dig ärendet`,
      commented: ({ actor }) => `${actor} kommenterade`,
      status_changed: ({ actor, status }) => (status ? `${actor} ändrade statusen till ${status}` : `${actor} ändrade statusen`),
      service_level_warning: (_) => 'En utlovad tid håller på att gå ut',
      created: ({ actor }) => `${actor} skapade ett ärende`,
      opened_by_monitoring: ({ tickets }) =>
        tickets === 1 ? 'Övervakningen skapade ett ärende' : `Övervakningen skapade ${tickets} ärenden`,
      webhook_switched_off: (_) => 'En webhook har stängts av',
      service_window: (_) => 'Om ett servicefönster',
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
      'Här får du veta när någon kommenterar ett ärende som rör dig, nämner dig eller ändrar statusen, och om de incidenter du väljer eller följer.',
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
        incident_escalated: { name: 'Incidenter som förvärras', about: 'Allvarligheten stiger.' },
        incident_resolved: { name: 'Lösta incidenter', about: 'Av sig själva, eller av en person.' },
        incident_followed: {
          name: 'Incidenter som du följer',
          about: 'Oavsett allvarlighet, på de incidenter, resurser och grupper som står under Det du följer.',
        },
        mentioned: { name: 'Någon nämner dig', about: 'I ett ärende som du får läsa.' },
        assigned: { name: 'Du tilldelas ett ärende', about: 'Du blir dess handläggare.' },
        commented: { name: 'Kommentarer', about: 'På ärenden som du har skapat, handlägger, har kommenterat eller följer.' },
        status_changed: { name: 'Ändrad status', about: 'På samma ärenden.' },
        service_level_warning: { name: 'Utlovade tider', about: 'Innan en går ut på ett ärende som är ditt, eller som ingen har.' },
        created: { name: 'Nya ärenden', about: 'Som personer skapar.' },
        opened_by_monitoring: { name: 'Nya ärenden från övervakningen', about: 'De som skapas tillsammans aviseras tillsammans.' },
        webhook_switched_off: { name: 'Avstängda webhookar', about: 'För att mottagaren är borta eller inte har svarat på flera dagar.' },
      },
    },
  },
)
