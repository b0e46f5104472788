import { type OwnAlert, readFiringOwnAlerts, recordOwnAlert, writeMoment } from '#server/features/incidents/intake/record-own-alert.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { forEachCustomer } from '#server/platform/jobs/for-each-customer.ts'
import { type LimitedCustomer, readLimitedCustomersForAllCustomers } from './series-match-table.ts'

const quietMilliseconds = 15 * 60_000
const rule = 'MetricSeriesLimit'

const texts = {
  en: {
    name: 'Metrics are refused: too many label sets',
    more: (max: number, when: string) =>
      `Points of new label sets were refused, last at ${when}: the limit is ${max} active ones. Known label sets are still accepted. ` +
      'Look for a label whose values keep changing (an id, an address, a time), and drop it at the sender.',
  },
  sv: {
    name: 'Mätvärden tas inte emot: för många serier',
    more: (max: number, when: string) =>
      `Mätvärden i nya serier har avvisats, senast ${when}: gränsen är ${max} aktiva serier. Serier som redan är kända påverkas inte. ` +
      'Leta efter en etikett vars värden hela tiden ändras (ett id, en adress, en tid) och ta bort den hos avsändaren.',
  },
}

function limitAlert({ customerId, language, maxSeries, refusedAt }: LimitedCustomer): OwnAlert {
  const words = texts[language]
  return {
    fingerprint: `metric-series-limit ${customerId}`,
    rule,
    name: words.name,
    description: `${words.name}\n\n${words.more(maxSeries, writeMoment(refusedAt))}`,
    severity: 'medium',
    about: 'metrics',
  }
}

/** Raises an alert while label sets of a customer are refused, and resolves it when none was for 15 minutes. */
export async function watchSeriesLimit(context: Context): Promise<boolean> {
  const { firing, limited } = await workForAllCustomers(context, async (transaction) => ({
    firing: await readFiringOwnAlerts(transaction, rule),
    limited: await readLimitedCustomersForAllCustomers(transaction),
  }))
  const isFiring = new Set(firing.map(({ customerId }) => customerId))
  await forEachCustomer(context, limited, async (customer) => {
    const isRefused = context.now.getTime() - customer.refusedAt.getTime() < quietMilliseconds
    if (isRefused === isFiring.has(customer.customerId)) return
    await inTransaction(context, customer.customerId, (transaction) =>
      recordOwnAlert(transaction, context, customer.customerId, limitAlert(customer), isRefused ? 'firing' : 'resolved'),
    )
  })
  return false
}
