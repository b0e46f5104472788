import { reportWords } from '@vakt/domain/reports/report-words.ts'
import { texts } from '#web/platform/texts.ts'

export const reportsTexts = texts(
  {
    ...reportWords.en,
    title: 'Reports',
    intro: 'What happened in your cloud, month by month, or in any other period.',
    quarters: 'Quarters',
    choosePeriod: 'Period',
    otherPeriod: 'Another period',
    periodWrong: (days: number) => `Choose a period of at most ${days} days, since the year 2000.`,
    periodToCome: 'This period has not begun yet.',
    'report.group_unknown': 'There is no such group any more. Choose another.',
    failed: 'Unable to load reports right now',
    months: 'Monthly reports',
    soFar: 'so far',
    counts: (incidents: number, critical: number) =>
      incidents === 0 ? 'No incidents' : `${incidents} ${incidents === 1 ? 'incident' : 'incidents'}, ${critical} critical`,
    reportFailed: 'Could not generate report',
    unknown: 'There is no such report',
    unknownText: 'Choose a report in the list.',
    all: 'All reports',
    print: 'Print',
    savePdf: 'Save as PDF',
    lastOpened: (by: string, when: string) => `Last opened by ${by}, ${when}`,
    'report.token_wrong': 'This report was not opened by you within the last ten minutes. Open it again.',
    made: (moment: string) => `Vakt, ${moment}`,
  },
  {
    ...reportWords.sv,
    title: 'Rapporter',
    intro: 'Vad som hände i ditt moln, månad för månad eller under en period du väljer.',
    quarters: 'Kvartal',
    choosePeriod: 'Period',
    otherPeriod: 'En annan period',
    periodWrong: (days) => `Välj en period på högst ${days} dagar, från år 2000 och framåt.`,
    periodToCome: 'Den perioden har inte börjat än.',
    'report.group_unknown': 'Gruppen finns inte längre. Välj en annan.',
    failed: 'Det gick inte att hämta rapporterna just nu',
    months: 'Månadsrapporter',
    soFar: 'hittills',
    counts: (incidents, critical) =>
      incidents === 0
        ? 'Inga incidenter'
        : `${incidents} ${incidents === 1 ? 'incident' : 'incidenter'}, varav ${critical} ${critical === 1 ? 'kritisk' : 'kritiska'}`,
    reportFailed: 'Det gick inte att skapa rapporten',
    unknown: 'Rapporten finns inte',
    unknownText: 'Välj en rapport i listan.',
    all: 'Alla rapporter',
    print: 'Skriv ut',
    savePdf: 'Spara som PDF',
    lastOpened: (by, when) => `Öppnades senast av ${by}, ${when}`,
    'report.token_wrong': 'Du har inte öppnat rapporten de senaste tio minuterna. Öppna den igen.',
    made: (moment) => `Vakt, ${moment}`,
  },
)
