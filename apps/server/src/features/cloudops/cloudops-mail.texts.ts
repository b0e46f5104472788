import type { Language } from '@vakt/contract/users/session.ts'
import type { CloudOpsEvent } from './cloudops-mail.ts'

type Texts = {
  subject: Record<CloudOpsEvent['kind'], (what: string) => string>
  resources: (count: number) => string
  text: Record<CloudOpsEvent['kind'], string>
  since: (why: string, when: string) => string
  /** By the reason of the version. */
  why: Record<string, string>
  next: Record<string, string>
  openService: string
  openResources: string
}

const english: Texts = {
  subject: {
    ended: (what) => `CloudOps ended on ${what}`,
    resumed: (what) => `CloudOps resumed on ${what}`,
    unpriced: (what) => `CloudOps on ${what} needs a new price`,
  },
  resources: (count) => `${count} resources`,
  text: {
    ended:
      'The CloudOps service is switched off, because the inventory does not find the resource any more. Nothing is charged meanwhile, and the provider is called only for severities that it takes calls for without CloudOps.',
    resumed: 'The inventory finds the resource again. Its CloudOps service is active from now on, with the hours and the price it had.',
    unpriced: 'The inventory finds the resource again, but its CloudOps service stays off: its price was set in another currency.',
  },
  since: (why, when) => `${why} · ${when}`,
  why: {
    resource_gone: 'Two inventory runs in a row did not find it',
    connector_removed: 'The connector that found it was removed',
    resource_moved: 'Another customer has it now',
    resource_back: 'Found again',
    other_currency: 'Found again',
  },
  next: {
    resource_gone:
      'If the resource is gone for good, remove its CloudOps service. If not, check that the connector may still read it. The service resumes by itself once the resource is found again.',
    connector_removed:
      'If the resource is to be watched again, connect its source. The service resumes by itself once the resource is found. If it is gone for good, remove its CloudOps service.',
    resource_moved: 'The service does not resume by itself. If it is to go on, activate it at the customer that has the resource now.',
    other_currency: 'The provider has to set the price again. Then the service can be activated.',
  },
  openService: 'Open the CloudOps service',
  openResources: 'Open the resources',
}

const swedish: Texts = {
  subject: {
    ended: (what) => `CloudOps har avslutats för ${what}`,
    resumed: (what) => `CloudOps är igång igen för ${what}`,
    unpriced: (what) => `CloudOps för ${what} behöver ett nytt pris`,
  },
  resources: (count) => `${count} resurser`,
  text: {
    ended:
      'CloudOps-tjänsten är avstängd, eftersom inventeringen inte hittar resursen längre. Under tiden debiteras inget, och jouren larmas bara vid de allvarlighetsgrader som larmar även utan CloudOps.',
    resumed: 'Inventeringen hittar resursen igen. CloudOps-tjänsten är aktiv från och med nu, med samma tider och pris som förut.',
    unpriced: 'Inventeringen hittar resursen igen, men CloudOps-tjänsten förblir avstängd: priset sattes i en annan valuta.',
  },
  since: (why, when) => `${why} · ${when}`,
  why: {
    resource_gone: 'Två inventeringar i rad hittade den inte',
    connector_removed: 'Anslutningen som hittade den har tagits bort',
    resource_moved: 'En annan kund har den nu',
    resource_back: 'Hittades igen',
    other_currency: 'Hittades igen',
  },
  next: {
    resource_gone:
      'Är resursen borta för gott kan du ta bort dess CloudOps-tjänst. Annars kontrollerar du att anslutningen fortfarande får läsa den. Tjänsten kommer igång av sig själv när resursen hittas igen.',
    connector_removed:
      'Ska resursen bevakas igen ansluter du dess källa på nytt. Tjänsten kommer igång av sig själv när resursen hittas. Är den borta för gott kan du ta bort CloudOps-tjänsten.',
    resource_moved: 'Tjänsten kommer inte igång av sig själv. Ska den fortsätta aktiverar du den hos kunden som har resursen nu.',
    other_currency: 'Leverantören behöver sätta priset på nytt. Sedan kan tjänsten aktiveras.',
  },
  openService: 'Öppna CloudOps-tjänsten',
  openResources: 'Öppna resurserna',
}

export const cloudOpsMailTexts: Record<Language, Texts> = { en: english, sv: swedish }
