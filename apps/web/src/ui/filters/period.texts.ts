import { texts } from '#web/platform/texts.ts'

export const periodTexts = texts(
  {
    today: 'Today',
    yesterday: 'Yesterday',
    last7: 'Last 7 days',
    last30: 'Last 30 days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    since: (day: string) => `from ${day}`,
    until: (day: string) => `to ${day}`,
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    chooseFirst: 'Choose the first day',
    chooseLast: (day: string) => `From ${day}. Choose the last day`,
  },
  {
    today: 'I dag',
    yesterday: 'I går',
    last7: 'Senaste 7 dagarna',
    last30: 'Senaste 30 dagarna',
    thisMonth: 'Den här månaden',
    lastMonth: 'Förra månaden',
    since: (day) => `från ${day}`,
    until: (day) => `till ${day}`,
    previousMonth: 'Föregående månad',
    nextMonth: 'Nästa månad',
    chooseFirst: 'Välj första dagen',
    chooseLast: (day) => `Från ${day}. Välj sista dagen`,
  },
)
