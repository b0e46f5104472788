import { findProvider } from '#server/features/customers/find-provider.ts'
import { type NewEvent, noteEvent } from '#server/features/events/note-event.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { markWarnedForAllCustomers } from './erasing-table.ts'

/** Notifies administrators 7 days and 1 day before a closed customer is erased, of each once; again where its term was changed. */
export async function warnOfErasing(context: Context): Promise<void> {
  const { actor, now } = context
  await workForAllCustomers(context, async (transaction) => {
    const provider = await findProvider(transaction)
    if (!provider) return
    const events = (await markWarnedForAllCustomers(transaction, now)).map(
      ({ customerId, name, erasesAt, days }): NewEvent => ({
        topic: 'customer',
        kind: 'erasing_soon',
        subjectId: customerId,
        private: true,
        details: { name, erasesAt: erasesAt.toISOString(), days },
      }),
    )
    await noteEvent(transaction, { customerId: provider.customerId, actor, now }, ...events)
  })
}
