import type { Language } from '@vakt/contract/session.ts'

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

const english = {
  customer: 'Customer',
  starts: 'Starts',
  ends: 'Ends',
  by: 'By',
  why: 'Reason given',
  open: 'Open the service window',
  headline: {
    soon: 'A service window starts soon',
    started: 'A service window has started',
    ended: 'A service window has ended',
    cancelled: 'A service window was cancelled',
    to_approve: 'A service window needs your approval',
  },
  subject: {
    soon: (reason: string) => `Service window starts soon: ${reason}`,
    started: (reason: string) => `Service window started: ${reason}`,
    ended: (reason: string) => `Service window ended: ${reason}`,
    cancelled: (reason: string) => `Service window cancelled: ${reason}`,
    to_approve: (reason: string) => `Approve a service window: ${reason}`,
  },
  text: {
    soon: 'Alerts on what it covers are held until it ends: no incidents, tickets or notifications.',
    started: 'Alerts on what it covers are held until it ends: no incidents, tickets or notifications.',
    ended: '',
    cancelled: 'It holds no alerts any more.',
    to_approve: 'It holds no alerts until someone approves it.',
  },
  waiting: 'It is not approved yet, and holds no alerts until it is.',
  outcome: (held: number, raised: number, recovered: number) =>
    held === 0
      ? 'It held no alerts.'
      : `It held ${counted(held, 'alert', 'alerts')}. ${counted(recovered, 'has', 'have')} recovered, ${counted(raised, 'still fires and was', 'still fire and were')} raised.`,
}

const swedish: typeof english = {
  customer: 'Kund',
  starts: 'Börjar',
  ends: 'Slutar',
  by: 'Av',
  why: 'Angivet skäl',
  open: 'Öppna servicefönstret',
  headline: {
    soon: 'Ett servicefönster börjar snart',
    started: 'Ett servicefönster har börjat',
    ended: 'Ett servicefönster är slut',
    cancelled: 'Ett servicefönster har ställts in',
    to_approve: 'Ett servicefönster behöver ditt godkännande',
  },
  subject: {
    soon: (reason) => `Servicefönster börjar snart: ${reason}`,
    started: (reason) => `Servicefönster har börjat: ${reason}`,
    ended: (reason) => `Servicefönster är slut: ${reason}`,
    cancelled: (reason) => `Servicefönster inställt: ${reason}`,
    to_approve: (reason) => `Godkänn ett servicefönster: ${reason}`,
  },
  text: {
    soon: 'Larm på det som omfattas hålls tills det slutar: inga incidenter, ärenden eller aviseringar.',
    started: 'Larm på det som omfattas hålls tills det slutar: inga incidenter, ärenden eller aviseringar.',
    ended: '',
    cancelled: 'Det håller inte längre några larm.',
    to_approve: 'Det håller inga larm förrän någon godkänner det.',
  },
  waiting: 'Det är inte godkänt än, och håller inga larm förrän det är det.',
  outcome: (held, raised, recovered) =>
    held === 0
      ? 'Det höll inga larm.'
      : `Det höll ${held} larm. ${recovered} har upphört, ${raised} larmar fortfarande och har blivit incidenter.`,
}

export const windowMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
