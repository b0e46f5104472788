import { texts } from '#web/platform/texts.ts'

/** Of a day on which no incident opened, which is not to say that all was good. */
export const noIncidentsTexts = texts({ noIncidents: 'No incidents' }, { noIncidents: 'Inga incidenter' })
