import type { Language } from '@vakt/contract/users/session.ts'

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

const english = {
  customer: 'Customer',
  starts: 'Starts',
  ends: 'Ends',
  by: 'By',
  why: 'Reason',
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
    soon: 'Until it ends, alerts on the resources it covers are held: they open no incidents or tickets and notify no one.',
    started: 'Until it ends, alerts on the resources it covers are held: they open no incidents or tickets and notify no one.',
    ended: '',
    cancelled: 'It no longer holds alerts.',
    to_approve: 'It holds no alerts until someone approves it.',
  },
  waiting: 'It is not approved yet and holds no alerts until it is.',
  outcome: (held: number, raised: number, recovered: number) =>
    held === 0
      ? 'It held no alerts.'
      : `It held ${counted(held, 'alert', 'alerts')}. ${counted(recovered, 'has', 'have')} recovered, ${counted(raised, 'still fires and is now an incident', 'still fire and are now incidents')}.`,
}

const swedish: typeof english = {
  customer: 'Kund',
  starts: 'Börjar',
  ends: 'Slutar',
  by: 'Av',
  why: 'Anledning',
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
    soon: 'Tills det slutar pausas larm på resurserna som omfattas: inga incidenter, ärenden eller aviseringar.',
    started: 'Tills det slutar pausas larm på resurserna som omfattas: inga incidenter, ärenden eller aviseringar.',
    ended: '',
    cancelled: 'Det håller inte längre inne några larm.',
    to_approve: 'Det håller inte inne några larm förrän någon godkänner det.',
  },
  waiting: 'Det är inte godkänt än och håller inte inne några larm förrän det är det.',
  outcome: (held, raised, recovered) =>
    held === 0
      ? 'Det höll inte inne några larm.'
      : `Det höll inne ${held} larm. ${recovered} har upphört, ${raised} pågår fortfarande och har blivit incidenter.`,
}

export const windowMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
