/** Who does the work, what kind of ticket it is and whose it is: the provider's to say. The rest is the customer's too. */
const ofTheProvider = ['type', 'area', 'assigneeId', 'assigneeGroup', 'requesterId'] as const

export const isForStaffToChange = (fact: string): boolean => (ofTheProvider as readonly string[]).includes(fact)

/** What impact and urgency make of the priority, until someone says otherwise: in between counts as the more pressing. */
export const priorityFrom = ({ impact, urgency }: { impact: number; urgency: number }): number =>
  Math.min(5, Math.max(1, Math.floor((impact + urgency) / 2)))

/** Of which tickets a customer's people set the priority. */
type PriorityRight = 'own' | 'all' | 'none'

/** Whether someone sets the priority of a ticket: staff always, a customer's people as their settings say. */
export const maySetPriority = (reader: { isStaff: boolean; isRequester: boolean }, right: PriorityRight): boolean =>
  reader.isStaff || right === 'all' || (right === 'own' && reader.isRequester)

/** Whether someone changes the id and link of the ticket in another system: what staff set stays as it is for the customer. */
export const maySetExternal = (reader: { isStaff: boolean }, setByStaff: boolean): boolean => reader.isStaff || !setByStaff
