/** What a ticket is created about: linked by id; `subject` is a first proposal. */
export type CreateTicketSearch = { entityId?: string; incidentId?: string; subject?: string }

const textOf = (value: unknown, pattern: RegExp) => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return pattern.test(text) ? text : undefined
}

export function createTicketSearch(search: Record<string, unknown>): CreateTicketSearch {
  const entityId = textOf(search.entityId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  const incidentId = textOf(search.incidentId, /^[1-9]\d{0,17}$/)
  const subject = textOf(search.subject, /\S/)?.slice(0, 250)
  return { ...(entityId ? { entityId } : {}), ...(incidentId ? { incidentId } : {}), ...(subject ? { subject } : {}) }
}
