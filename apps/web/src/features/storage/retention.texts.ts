import type { RetentionEffect } from '@vakt/contract/retention/retention.ts'
import type { RetentionKind } from '@vakt/contract/retention/retention-terms.ts'
import { texts } from '#web/platform/texts.ts'

type Removed = RetentionEffect['removes'][number]['what']
/** A number as it is written, and the day before which things ended. */
type Removes = Record<Removed, (count: string, before: string) => string>

export const retentionTexts = texts(
  {
    title: 'How long things are kept',
    ofAll: 'For all customers that have no periods of their own. To set those of one customer, choose it at the top of the page.',
    of: (name: string) => `For ${name}. What is left empty is kept as for all customers.`,
    toAll: 'Periods for all customers',
    others: (names: string) => `These have periods of their own: ${names}.`,
    loadFailed: 'The periods could not be loaded.',
    labels: {
      alerts: 'Alerts and their trail, in days',
      incidents_and_tickets: 'Incidents and tickets, in days',
      audit_log: 'Audit log, in days',
      resource_history: 'Changes of resources, in days',
    } satisfies Record<RetentionKind, string> as Record<RetentionKind, string>,
    help: (min: string, max: string, usual: string) => `From ${min} to ${max}. Left empty: ${usual}.`,
    night: (date: string) => `In the night to ${date} this is removed, apart from what something open refers to:`,
    nothing: (date: string) => `In the night to ${date} nothing is removed.`,
    unknown: 'What this removes is shown once every period is within its limits.',
    removes: {
      alerts: (count, before) => `${count} ${count === '1' ? 'alert' : 'alerts'} that ended before ${before}`,
      incidents: (count, before) => `${count} ${count === '1' ? 'incident' : 'incidents'} resolved before ${before}`,
      tickets: (count, before) => `${count} ${count === '1' ? 'ticket' : 'tickets'} resolved or closed before ${before}`,
      audit_log: (count, before) => `${count} ${count === '1' ? 'entry' : 'entries'} of the audit log from before ${before}`,
      resource_history: (count, before) => `${count} ${count === '1' ? 'change' : 'changes'} of resources from before ${before}`,
    } satisfies Removes as Removes,
    moreThan: (count: string) => `more than ${count}`,
    save: 'Save',
    saved: 'The periods are saved. They count from the next night.',
    notSaved: 'The periods were not saved.',
    messages: { 'retention.range': 'Choose a number of days within the limits.' },
  },
  {
    title: 'Hur länge saker sparas',
    ofAll: 'Gäller alla kunder som inte har egna tider. Välj en kund högst upp på sidan för att ange dess tider.',
    of: (name) => `Gäller ${name}. Det som lämnas tomt sparas lika länge som hos alla kunder.`,
    toAll: 'Tider för alla kunder',
    others: (names) => `De här har egna tider: ${names}.`,
    loadFailed: 'Tiderna kunde inte hämtas.',
    labels: {
      alerts: 'Larm med förlopp, i dagar',
      incidents_and_tickets: 'Incidenter och ärenden, i dagar',
      audit_log: 'Händelselogg, i dagar',
      resource_history: 'Ändringar av resurser, i dagar',
    },
    help: (min, max, usual) => `Från ${min} till ${max}. Tomt: ${usual}.`,
    night: (date) => `Natten till ${date} tas det här bort, utom det som något öppet hänvisar till:`,
    nothing: (date) => `Natten till ${date} tas inget bort.`,
    unknown: 'Vad som tas bort visas när alla tider ligger inom sina gränser.',
    removes: {
      alerts: (count, before) => `${count} larm som upphörde före ${before}`,
      incidents: (count, before) => `${count} ${count === '1' ? 'incident' : 'incidenter'} som löstes före ${before}`,
      tickets: (count, before) => `${count} ärenden som löstes eller stängdes före ${before}`,
      audit_log: (count, before) => `${count} ${count === '1' ? 'post' : 'poster'} i händelseloggen från före ${before}`,
      resource_history: (count, before) => `${count} ${count === '1' ? 'ändring' : 'ändringar'} av resurser från före ${before}`,
    },
    moreThan: (count) => `mer än ${count}`,
    save: 'Spara',
    saved: 'Tiderna är sparade. De gäller från nästa natt.',
    notSaved: 'Tiderna sparades inte.',
    messages: { 'retention.range': 'Ange ett antal dagar inom gränserna.' },
  },
)
