import { texts } from '#web/platform/texts.ts'

export const windowGroupsTexts = texts(
  {
    ofProvider: 'Created by the provider for several customers',
    follows: (groups: string[]) =>
      `For ${groups.length === 1 ? 'the group' : 'the groups'} ${groups.join(', ')}: customers that join get the window, and it is disabled where they leave.`,
    customers: (names: string, others: number) => `Now: ${names}${others > 0 ? ` and ${others} more` : ''}.`,
    noCustomers: 'No customer is in it now.',
    stop: 'Stop for the group',
    stopAsk: 'Disable the window at all customers that have it through the group? What still fires is raised now.',
    keep: 'Keep',
    isStopped: 'The window is stopped for the group.',
    stopped: (groups: string[], at: string, by: string) => `It was for ${groups.join(', ')}, until ${by} stopped that on ${at}.`,
  },
  {
    ofProvider: 'Skapat av leverantören för flera kunder',
    follows: (groups: string[]) =>
      `För ${groups.length === 1 ? 'gruppen' : 'grupperna'} ${groups.join(', ')}: kunder som kommer med får fönstret, och det inaktiveras hos dem som lämnar.`,
    customers: (names: string, others: number) => `Nu: ${names}${others > 0 ? ` och ${others} till` : ''}.`,
    noCustomers: 'Ingen kund är med nu.',
    stop: 'Avsluta för gruppen',
    stopAsk: 'Inaktivera fönstret hos alla kunder som har det genom gruppen? Det som fortfarande larmar öppnas som incidenter nu.',
    keep: 'Behåll',
    isStopped: 'Fönstret är avslutat för gruppen.',
    stopped: (groups: string[], at: string, by: string) => `Det gällde ${groups.join(', ')} tills ${by} avslutade det ${at}.`,
  },
)
