import type { ChecklistState, CustomerChecklist, CustomerChecklistItem } from '@vakt/contract/customers/checklists.ts'
import { readContactBook } from '#server/features/incident-contacts/contact-book.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { type CustomerFacts, readCustomerFacts, writeCustomerChecklist } from './checklist-table.ts'
import type { ChecklistParts } from './read-checklist.ts'

type Worker = Pick<ChecklistParts, 'pool'>

const proven = (isDone: boolean, isBegun: boolean): ChecklistState => (isDone ? 'done' : isBegun ? 'waiting' : 'todo')

const judge = (facts: CustomerFacts, canTell: boolean): Record<CustomerChecklistItem, ChecklistState> => ({
  people: proven(facts.hasUser, facts.hasInvitation),
  permissions: proven(facts.accessVersion > 0 || facts.permissionsConfirmedAt !== null, false),
  contacts: proven(facts.hasContact && canTell, facts.hasContact),
  sources: proven(facts.hasSignal, facts.hasSource),
  connectors: proven(facts.hasEntity, facts.hasConnector),
})

function present(facts: CustomerFacts, canTell: boolean): CustomerChecklist {
  const items = Object.entries(judge(facts, canTell)).map(([item, state]) => ({ item: item as CustomerChecklistItem, state }))
  const isComplete = items.every(({ state }) => state === 'done')
  const isDismissed = facts.dismissedAt !== null
  return { items, isComplete, isDismissed, isShown: !isComplete && !isDismissed && !facts.isProvider && !facts.isOfDemo }
}

async function readFacts(transaction: Transaction, customerId: string): Promise<CustomerFacts> {
  const facts = await readCustomerFacts(transaction, customerId)
  if (!facts) throw new NotFound()
  return facts
}

/** Whether any contact for incidents can be told: of those whose address waits for its owner, or whose user may not see incidents, none can. */
const canTellContact = ({ pool }: Worker, customerId: string): Promise<boolean> =>
  workForAllCustomers({ pool }, async (transaction) => (await readContactBook(transaction, [customerId])).usableOf(customerId).size > 0)

export async function getCustomerChecklist(worker: Worker, context: Context, customerId: string): Promise<CustomerChecklist> {
  const facts = await inTransaction(context, customerId, (transaction) => readFacts(transaction, customerId))
  return present(facts, await canTellContact(worker, customerId))
}

/** What is left out stays as it is. */
export async function saveCustomerChecklist(
  worker: Worker,
  context: Context,
  customerId: string,
  { isDismissed, permissionsConfirmed }: { isDismissed?: boolean; permissionsConfirmed?: boolean },
): Promise<CustomerChecklist> {
  const momentOf = (wanted: boolean | undefined, found: Date | null) =>
    wanted === undefined ? found : wanted ? (found ?? context.now) : null
  const facts = await inTransaction(context, customerId, async (transaction) => {
    const found = await readFacts(transaction, customerId)
    const decided = {
      dismissedAt: momentOf(isDismissed, found.dismissedAt),
      permissionsConfirmedAt: momentOf(permissionsConfirmed, found.permissionsConfirmedAt),
    }
    await writeCustomerChecklist(transaction, customerId, decided)
    const details = {
      ...(isDismissed === undefined ? {} : { isDismissed }),
      ...(permissionsConfirmed === undefined ? {} : { permissionsConfirmed }),
    }
    await recordAction(transaction, context, customerId, { action: 'customer.checklist', target: customerId, details })
    return { ...found, ...decided }
  })
  return present(facts, await canTellContact(worker, customerId))
}
