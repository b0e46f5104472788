import { texts } from '#web/platform/texts.ts'

const of = (one: string, many: string) => (n: number) => (n === 1 ? `1 ${one}` : `${n} ${many}`)

export const changesTexts = texts(
  {
    since: (time: string) => `Since your last visit, ${time}`,
    nothing: (time: string) => `Nothing has changed since your last visit, ${time}.`,
    yesterday: (time: string) => `yesterday ${time}`,
    incidentsOpened: of('incident opened', 'incidents opened'),
    incidentsResolved: of('incident resolved', 'incidents resolved'),
    ticketsAnswered: of('ticket answered', 'tickets answered'),
    ticketsResolved: of('ticket resolved', 'tickets resolved'),
    kinds: {
      'incident.opened': 'Incident opened',
      'incident.resolved': 'Incident resolved',
      'ticket.answered': 'Ticket answered',
      'ticket.resolved': 'Ticket resolved',
    },
  },
  {
    since: (time: string) => `Sedan ditt senaste besök, ${time}`,
    nothing: (time: string) => `Inget har ändrats sedan ditt senaste besök, ${time}.`,
    yesterday: (time: string) => `i går ${time}`,
    incidentsOpened: of('incident öppnad', 'incidenter öppnade'),
    incidentsResolved: of('incident löst', 'incidenter lösta'),
    ticketsAnswered: of('ärende besvarat', 'ärenden besvarade'),
    ticketsResolved: of('ärende löst', 'ärenden lösta'),
    kinds: {
      'incident.opened': 'Incident öppnad',
      'incident.resolved': 'Incident löst',
      'ticket.answered': 'Ärende besvarat',
      'ticket.resolved': 'Ärende löst',
    },
  },
)
