/** Who does the work, what kind of ticket it is and whose it is: the provider's to say. The rest is the customer's too. */
const ofTheProvider = ['type', 'area', 'assigneeId', 'assigneeGroup', 'requesterId'] as const

export const isForStaffToChange = (fact: string): boolean => (ofTheProvider as readonly string[]).includes(fact)

/** What impact and urgency make of the priority, until somebody says otherwise: in between counts as the more pressing. */
export const priorityFrom = ({ impact, urgency }: { impact: number; urgency: number }): number =>
  Math.min(5, Math.max(1, Math.floor((impact + urgency) / 2)))
