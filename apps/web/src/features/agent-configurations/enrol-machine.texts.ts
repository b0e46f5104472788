import { texts } from '#web/platform/texts.ts'

export const enrolMachineTexts = texts(
  {
    enrol: 'Enrol this machine',
    failed: 'No token was created',
    copyNow: 'Run this on the machine now',
    copyNowText: 'The token is shown only once. It is valid for one machine and 24 hours; this page updates when the agent reports.',
    token: 'Enrolment token',
    done: 'Done',
    tokenName: (resource: string) => `Machine ${resource}`.slice(0, 80),
  },
  {
    enrol: 'Anslut den här maskinen',
    failed: 'Ingen anslutningsnyckel skapades',
    copyNow: 'Kör det här på maskinen nu',
    copyNowText: 'Nyckeln visas bara den här gången. Den gäller för en maskin i 24 timmar. Sidan uppdateras så snart agenten rapporterar.',
    token: 'Anslutningsnyckel',
    done: 'Klar',
    tokenName: (resource) => `Maskin ${resource}`.slice(0, 80),
  },
)
