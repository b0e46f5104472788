import type { IncidentMailChoice, IncidentMailChoices } from '@vakt/contract/incidents/incident-contacts.ts'
import { type Severity, severities } from '@vakt/contract/severity.ts'
import { createReaderOf, findPersons } from '#server/features/deliveries/recipients.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readContactBook } from './contact-book.ts'
import { readMailChoices, writeMailChoices } from './contact-table.ts'
import type { ContactMailParts } from './manage-contacts.ts'

function personOf({ caller }: CallContext): { customerId: string; userId: string } {
  if (!caller) throw new NotSignedIn()
  if (caller.apiToken?.isService) throw new NotFound()
  return caller
}

/** Of which severities the user is told at their own customer, at some hour of the week at least. */
async function readAsSet(
  { now }: CallContext,
  { worker }: ContactMailParts,
  { customerId, userId }: { customerId: string; userId: string },
) {
  return workForAllCustomers({ pool: worker }, async (transaction) => {
    const [person] = await findPersons(transaction, [userId])
    if (!person) throw new NotFound()
    const book = await readContactBook(transaction, [customerId])
    const reader = (await createReaderOf(transaction, [customerId]))(person, customerId)
    const hours = Array.from({ length: 168 }, (_, index) => now.getTime() + index * 3_600_000)
    return severities.filter((severity) => hours.some((at) => book.toldOf(customerId, { severity, at }).isContact(reader)))
  })
}

const choiceOf = (byMail: boolean | undefined): IncidentMailChoice => (byMail === undefined ? 'as_set' : byMail ? 'always' : 'never')

export async function getMailChoices(
  context: CallContext,
  parts: ContactMailParts,
): Promise<{ choices: IncidentMailChoices; asSet: Severity[] }> {
  const { customerId, userId } = personOf(context)
  const stored = await inTransaction(context, customerId, (transaction) => readMailChoices(transaction, customerId, userId))
  const byMail = new Map(stored.map((one) => [one.severity, one.byMail]))
  const of = (severity: Severity) => choiceOf(byMail.get(severity))
  return {
    choices: { critical: of('critical'), high: of('high'), medium: of('medium'), low: of('low') },
    asSet: await readAsSet(context, parts, { customerId, userId }),
  }
}

export async function saveMailChoices(context: CallContext, choices: IncidentMailChoices): Promise<undefined> {
  const { customerId, userId } = personOf(context)
  const chosen = severities.filter((severity) => choices[severity] !== 'as_set')
  await inTransaction(context, customerId, async (transaction) => {
    await writeMailChoices(transaction, customerId, userId, new Map(chosen.map((severity) => [severity, choices[severity] === 'always'])))
    await recordAction(transaction, context, customerId, { action: 'incident-mail.choose', target: userId, details: { ...choices } })
  })
}
