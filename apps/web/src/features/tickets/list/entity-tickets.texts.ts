import { texts } from '#web/platform/texts.ts'

export const entityTicketTexts = texts(
  {
    label: 'Tickets about the resource',
    shown: 'Which tickets',
    open: 'Open',
    all: 'All',
    none: 'No tickets yet',
    noneOpen: 'No open tickets',
    noneText: 'Tickets that are about this resource are shown here.',
  },
  {
    label: 'Ärenden om resursen',
    shown: 'Vilka ärenden',
    open: 'Öppna',
    all: 'Alla',
    none: 'Inga ärenden än',
    noneOpen: 'Inga öppna ärenden',
    noneText: 'Här visas ärenden som handlar om den här resursen.',
  },
)
