import type { LinkProps } from '@tanstack/react-router'
import { environmentAccess, type StaffAccess } from '@vakt/contract/features.ts'
import {
  Activity,
  BellRing,
  Building2,
  CloudCog,
  Coins,
  Contact,
  ContactRound,
  EyeOff,
  Gauge,
  HardDrive,
  Hash,
  IdCard,
  KeyRound,
  ListChecks,
  ListX,
  type LucideIcon,
  Mail,
  MessagesSquare,
  MonitorCheck,
  Palette,
  PhoneCall,
  Plug,
  RadioTower,
  Ruler,
  ShieldCheck,
  Siren,
  SlidersHorizontal,
  Timer,
  Users,
  Webhook,
} from 'lucide-react'
import { type Texts, texts } from '#web/platform/texts.ts'

/** The parts of the list, in its order. */
export const adminGroups = ['customers', 'staff', 'monitoring', 'installation'] as const

export type AdminPlace = {
  to: Extract<LinkProps['to'], `/admin/${string}`>
  icon: LucideIcon
  words: Texts<{ title: string; about: string }>
  /** The place that leads to it: it is found there and by the palette, and is no entry of its own. */
  within?: AdminPlace['to']
  /** The part of the list that it stands in. */
  group?: (typeof adminGroups)[number]
  /** Other staff than administrators who have it, too. */
  access?: StaffAccess
}

/** Everything an administrator can do from the admin pages, one entry each: the list beside them and the palette are made from it. */
export const adminPlaces: readonly AdminPlace[] = [
  {
    to: '/admin/customers',
    group: 'customers',
    icon: Building2,
    words: texts(
      { title: 'Customers', about: 'The customers you serve. Create them, and choose how their users are recognised at sign-in.' },
      { title: 'Kunder', about: 'Kunderna ni ansvarar för. Lägg upp kunder och ange hur deras användare känns igen när de loggar in.' },
    ),
  },
  {
    to: '/admin/permissions',
    group: 'customers',
    icon: ShieldCheck,
    words: texts(
      { title: 'Permissions', about: 'Which features a customer has, and what each of its roles can read and write.' },
      { title: 'Behörigheter', about: 'Vilka funktioner en kund har, och vad varje roll får läsa och ändra.' },
    ),
  },
  {
    to: '/admin/users',
    group: 'customers',
    icon: Users,
    words: texts(
      { title: 'Users', about: 'The people who use Vakt at a customer. Invite them, assign roles, disable accounts and view as a user.' },
      { title: 'Användare', about: 'De som använder Vakt hos en kund. Bjud in, ge roller, stäng av och se portalen som användaren.' },
    ),
  },
  {
    to: '/admin/staff-roles',
    group: 'staff',
    icon: IdCard,
    words: texts(
      { title: 'Staff roles', about: 'What your colleagues may see and do at the customers, and roles of your own.' },
      { title: 'Personalroller', about: 'Vad dina kollegor får se och göra hos kunderna, och egna roller.' },
    ),
  },
  {
    to: '/admin/customer-settings',
    group: 'customers',
    icon: SlidersHorizontal,
    words: texts(
      { title: 'Customer settings', about: 'Which tickets users see, when an incident opens a ticket, and what the customer can see.' },
      { title: 'Kundinställningar', about: 'Vilka ärenden användarna ser, när en incident öppnar ett ärende och vad kunden får se.' },
    ),
  },
  {
    to: '/admin/customer-card',
    group: 'customers',
    icon: Contact,
    words: texts(
      { title: 'Customer card', about: 'Whom to call and what never to restart. Only staff see it.' },
      { title: 'Kundkort', about: 'Vem som ska ringas och vad som aldrig får startas om. Syns bara för personal.' },
    ),
  },
  {
    to: '/admin/incident-contacts',
    group: 'customers',
    icon: Siren,
    words: texts(
      { title: 'Contacts for incidents', about: 'Who is mailed about incidents at a customer, also at night, and a test.' },
      { title: 'Kontakter för incidenter', about: 'Vem som får mejl om incidenter hos en kund, även på natten, och ett test.' },
    ),
  },
  {
    to: '/admin/service-levels',
    group: 'customers',
    icon: Timer,
    words: texts(
      {
        title: 'Service levels',
        about: 'Target times for answering and resolving tickets, the business hours they count in, and when to warn.',
      },
      {
        title: 'Servicenivåer',
        about: 'Måltider för att besvara och lösa ärenden, vilka arbetstider som räknas och när en varning skickas.',
      },
    ),
  },
  {
    to: '/admin/branding',
    group: 'installation',
    icon: Palette,
    words: texts(
      { title: 'Branding', about: 'Your name, logo and colour, and the sender and footer of emails.' },
      { title: 'Varumärke', about: 'Ert namn, er logotyp och färg, och mejlens avsändare och sidfot.' },
    ),
  },
  {
    to: '/admin/rule-standards',
    group: 'monitoring',
    icon: Ruler,
    words: texts(
      { title: 'Rule standards', about: 'Alert rules that many customers share, and where a customer differs.' },
      { title: 'Regelstandarder', about: 'Larmregler som många kunder delar, och var en kund avviker.' },
    ),
  },
  {
    to: '/admin/on-call',
    group: 'staff',
    icon: PhoneCall,
    words: texts(
      { title: 'On-call', about: 'Who is on call now and next, in which rotation, and when no one is.' },
      { title: 'Jour', about: 'Vem hos er som har jour nu och härnäst, efter vilket schema, och när ingen har det.' },
    ),
  },
  {
    to: '/admin/paging',
    group: 'staff',
    icon: BellRing,
    words: texts(
      { title: 'Paging', about: 'Whom an incident pages, in which steps and for which customers, and how often people were paged.' },
      { title: 'Larmning', about: 'Vem en incident larmar, steg för steg, för vilka kunder, och vem som larmats hur ofta.' },
    ),
  },
  {
    to: '/admin/team',
    group: 'staff',
    icon: ContactRound,
    words: texts(
      { title: 'Team', about: 'The people whom customers see as their contacts, and in which order.' },
      { title: 'Team', about: 'Personerna som kunder ser och kan vända sig till, i vilken ordning och för vilka kunder.' },
    ),
  },
  {
    to: '/admin/cloudops',
    group: 'customers',
    icon: Coins,
    words: texts(
      { title: 'CloudOps prices', about: 'The hourly price of the CloudOps service, and each customer’s cost per month.' },
      { title: 'CloudOps-priser', about: 'Timpriset för CloudOps-tjänsten, och varje kunds kostnad per månad.' },
    ),
  },
  {
    to: '/admin/integrations',
    group: 'monitoring',
    icon: Plug,
    words: texts(
      {
        title: 'Integrations',
        about: 'Monitoring sources, clouds, webhooks, chats and tokens: what is connected, how it works, and what can be connected.',
      },
      {
        title: 'Integrationer',
        about: 'Övervakningskällor, moln, webhookar, chattar och nycklar: vad som är anslutet, hur det fungerar och vad som kan anslutas.',
      },
    ),
  },
  {
    to: '/admin/sources',
    icon: RadioTower,
    within: '/admin/integrations',
    words: texts(
      {
        title: 'Monitoring sources',
        about: 'The systems that send alerts to Vakt, their tokens, and whether signals still arrive.',
      },
      {
        title: 'Övervakningskällor',
        about: 'Systemen som skickar larm till Vakt, deras nycklar, och om signaler fortfarande kommer in.',
      },
    ),
  },
  {
    to: '/admin/agents',
    group: 'monitoring',
    access: { staff: environmentAccess },
    icon: MonitorCheck,
    words: texts(
      { title: 'Agents', about: 'The VM agents of all customers: which are silent and which are waiting for their configuration.' },
      { title: 'Agenter', about: 'Alla kunders VM-agenter: vilka som är tysta, och vilka som väntar på sin konfiguration.' },
    ),
  },
  {
    to: '/admin/metrics',
    group: 'monitoring',
    icon: Gauge,
    words: texts(
      { title: 'Metric limits', about: 'How many metrics each customer sends, and the limit for each.' },
      { title: 'Gränser för mätvärden', about: 'Hur många mätvärden varje kund skickar, och gränsen för var och en.' },
    ),
  },
  {
    to: '/admin/connectors',
    icon: CloudCog,
    within: '/admin/integrations',
    words: texts(
      { title: 'Connectors', about: 'The clouds that a customer’s resources are read from, with the result of each run.' },
      { title: 'Anslutningar', about: 'Molnen som en kunds resurser hämtas från, med resultatet av varje körning.' },
    ),
  },
  {
    to: '/admin/service-tokens',
    icon: KeyRound,
    within: '/admin/integrations',
    words: texts(
      { title: 'Service tokens', about: 'API tokens that belong to a customer instead of a person, for scripts and systems.' },
      {
        title: 'Tjänstenycklar',
        about: 'API-nycklar som hör till en kund i stället för en person, för skript och system.',
      },
    ),
  },
  {
    to: '/admin/webhooks',
    icon: Webhook,
    within: '/admin/integrations',
    words: texts(
      {
        title: 'Webhooks',
        about: 'Notify a customer’s other systems of ticket changes. Messages are signed, and retried until they arrive.',
      },
      {
        title: 'Webhookar',
        about: 'Meddela en kunds andra system när ärenden ändras. Meddelandena signeras och skickas igen tills de kommit fram.',
      },
    ),
  },
  {
    to: '/admin/chats',
    icon: Hash,
    within: '/admin/integrations',
    words: texts(
      { title: 'Teams and Slack', about: 'Post a customer’s incidents and tickets to its Microsoft Teams and Slack channels.' },
      { title: 'Teams och Slack', about: 'Skriv en kunds incidenter och ärenden i dess kanaler i Microsoft Teams och Slack.' },
    ),
  },
  {
    to: '/admin/channels',
    icon: MessagesSquare,
    within: '/admin/integrations',
    words: texts(
      { title: 'Channels', about: 'How email, SMS and calls are sent, what they cost, and a test of each.' },
      { title: 'Kanaler', about: 'Hur mejl, sms och samtal skickas, vad de kostar, och ett test av varje.' },
    ),
  },
  {
    to: '/admin/outbox',
    group: 'installation',
    icon: Mail,
    words: texts(
      { title: 'Outbox', about: 'Every email, SMS and call, and whether it arrived.' },
      { title: 'Utkorg', about: 'Alla mejl, sms och samtal, och om de kom fram.' },
    ),
  },
  {
    to: '/admin/failed-jobs',
    group: 'installation',
    icon: ListX,
    words: texts(
      { title: 'Failed jobs', about: 'Background work that failed at every attempt, with what went wrong. Retry or remove it.' },
      {
        title: 'Misslyckade jobb',
        about: 'Bakgrundsarbete som misslyckats vid varje försök, och vad som gick fel. Försök igen eller ta bort.',
      },
    ),
  },
  {
    to: '/admin/unmatched-signals',
    group: 'monitoring',
    access: { staff: ['@feature.appmonitor.write'] },
    icon: EyeOff,
    words: texts(
      {
        title: 'Unmatched signals',
        about: 'Alerts that match no known resource. Link the name once and earlier alerts follow.',
      },
      {
        title: 'Omatchade signaler',
        about: 'Larm utan matchande resurs. Koppla namnet en gång, så följer tidigare larm med.',
      },
    ),
  },
  {
    to: '/admin/storage',
    group: 'installation',
    icon: HardDrive,
    words: texts(
      { title: 'Storage', about: 'How large the database is, of what, how fast it grows and when its disk is full.' },
      { title: 'Lagring', about: 'Hur stor databasen är, vad som tar plats, hur snabbt den växer och när disken blir full.' },
    ),
  },
  {
    to: '/admin/actions',
    group: 'installation',
    icon: Activity,
    words: texts(
      { title: 'Audit log', about: 'Who did what, when and at which customer. Search and export.' },
      { title: 'Händelselogg', about: 'Vem som gjorde vad, när och hos vilken kund. Sök och exportera.' },
    ),
  },
  {
    to: '/admin/checklist',
    group: 'installation',
    icon: ListChecks,
    words: texts(
      { title: 'Set-up checklist', about: 'What a new installation needs: sign-in, email, customers, sources and a tested backup.' },
      { title: 'Kom igång', about: 'Det som en ny installation behöver: inloggning, e-post, kunder, källor och en testad säkerhetskopia.' },
    ),
  },
]

/** Those with an entry of their own. */
export const adminEntries = adminPlaces.filter(({ within }) => within === undefined)
