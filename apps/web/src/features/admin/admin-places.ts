import type { LinkProps } from '@tanstack/react-router'
import {
  Activity,
  Building2,
  CloudCog,
  Gauge,
  KeyRound,
  ListChecks,
  ListX,
  type LucideIcon,
  Mail,
  PhoneCall,
  RadioTower,
  Ruler,
  ShieldCheck,
  SlidersHorizontal,
  Timer,
  Unlink,
  Users,
  Webhook,
} from 'lucide-react'
import { type Texts, texts } from '#web/platform/texts.ts'

export type AdminPlace = {
  to: Extract<LinkProps['to'], `/admin/${string}`>
  icon: LucideIcon
  words: Texts<{ title: string; about: string }>
}

/** Everything an administrator can do from the admin pages, one entry each: the list beside them and the start page are made from it. */
export const adminPlaces: readonly AdminPlace[] = [
  {
    to: '/admin/customers',
    icon: Building2,
    words: texts(
      { title: 'Customers', about: 'Whom you look after. Create customers, and say by what their people are known at sign-in.' },
      { title: 'Kunder', about: 'Kunderna ni ansvarar för. Lägg upp kunder och ange hur deras användare känns igen när de loggar in.' },
    ),
  },
  {
    to: '/admin/permissions',
    icon: ShieldCheck,
    words: texts(
      { title: 'Permissions', about: 'What a customer may have, and what each of its roles may read and write.' },
      { title: 'Behörigheter', about: 'Vad en kund kan ha, och vad varje roll där får läsa och ändra.' },
    ),
  },
  {
    to: '/admin/users',
    icon: Users,
    words: texts(
      { title: 'Users', about: 'Who uses Vakt at a customer. Invite, give roles, disable, and see the portal as they do.' },
      { title: 'Användare', about: 'De som använder Vakt hos en kund. Bjud in, ge roller, stäng av och se portalen som användaren.' },
    ),
  },
  {
    to: '/admin/customer-settings',
    icon: SlidersHorizontal,
    words: texts(
      { title: 'Customer settings', about: 'Whose tickets people see, when an incident opens a ticket, and what the customer is shown.' },
      { title: 'Kundinställningar', about: 'Vems ärenden användarna ser, när en incident öppnar ett ärende och vad kunden får se.' },
    ),
  },
  {
    to: '/admin/service-levels',
    icon: Timer,
    words: texts(
      { title: 'Service levels', about: 'How soon tickets are answered and resolved, by which calendar, and when a warning is sent.' },
      { title: 'Servicenivåer', about: 'Hur snart ärenden besvaras och löses, efter vilken kalender, och när någon varnas.' },
    ),
  },
  {
    to: '/admin/rule-standards',
    icon: Ruler,
    words: texts(
      { title: 'Rule standards', about: 'Sets of alert rules for many customers, and where customers differ from them.' },
      { title: 'Regelstandarder', about: 'Uppsättningar larmregler för många kunder, och var kunderna avviker från dem.' },
    ),
  },
  {
    to: '/admin/on-call',
    icon: PhoneCall,
    words: texts(
      { title: 'On-call', about: 'Who of your people is on call now and next, by which rotation, and when nobody is.' },
      { title: 'Jour', about: 'Vem hos er som har jour nu och härnäst, efter vilket schema, och när ingen har det.' },
    ),
  },
  {
    to: '/admin/sources',
    icon: RadioTower,
    words: texts(
      {
        title: 'Monitoring sources',
        about: 'Who sends alerts to Vakt, with which token, and whether they still do. Connect, rotate and revoke.',
      },
      {
        title: 'Övervakningskällor',
        about: 'Vilka som skickar larm till Vakt, med vilken nyckel, och om de fortfarande gör det. Koppla in, byt nyckel och återkalla.',
      },
    ),
  },
  {
    to: '/admin/metrics',
    icon: Gauge,
    words: texts(
      { title: 'Metric limits', about: 'How many metrics each customer sends, who is near the limit, and where the limit is set.' },
      { title: 'Gränser för mätvärden', about: 'Hur mycket mätvärden varje kund skickar, vem som är nära gränsen och var den sätts.' },
    ),
  },
  {
    to: '/admin/connectors',
    icon: CloudCog,
    words: texts(
      { title: 'Connectors', about: 'Where a customer’s entities come from, what each run brought, and when the next one is.' },
      { title: 'Anslutningar', about: 'Varifrån en kunds resurser kommer, vad varje körning gav och när nästa är.' },
    ),
  },
  {
    to: '/admin/service-tokens',
    icon: KeyRound,
    words: texts(
      { title: 'Service tokens', about: 'API tokens of a customer, not of a person: for scripts and systems.' },
      {
        title: 'Tjänstenycklar',
        about: 'En kunds API-nycklar som inte hör till någon person: för skript som lever längre än de som skrev dem.',
      },
    ),
  },
  {
    to: '/admin/webhooks',
    icon: Webhook,
    words: texts(
      {
        title: 'Webhooks',
        about: 'Let a customer’s other systems know what happens to its tickets, signed and tried again until it arrives.',
      },
      {
        title: 'Webhookar',
        about: 'Låt en kunds andra system få veta vad som händer med ärendena, signerat och med nya försök tills det kommit fram.',
      },
    ),
  },
  {
    to: '/admin/outbox',
    icon: Mail,
    words: texts(
      { title: 'Outbox', about: 'Every mail as it looks, and whether it arrived.' },
      { title: 'Utkorg', about: 'Varje mejl så som det ser ut, och hur det gick.' },
    ),
  },
  {
    to: '/admin/failed-jobs',
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
    icon: Unlink,
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
    to: '/admin/actions',
    icon: Activity,
    words: texts(
      { title: 'Audit log', about: 'Who did what, when and at which customer. Search it, and take it with you as a file.' },
      { title: 'Händelselogg', about: 'Vem som gjorde vad, när och hos vilken kund. Sök och exportera.' },
    ),
  },
  {
    to: '/admin/checklist',
    icon: ListChecks,
    words: texts(
      { title: 'Set-up checklist', about: 'What a new Vakt needs: sign-in, mail, customers, sources and a backup that was restored.' },
      { title: 'Kom igång', about: 'Det som en ny Vakt behöver: inloggning, mejl, kunder, källor och en återställd säkerhetskopia.' },
    ),
  },
]
