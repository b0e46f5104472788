import { queryOptions } from '@tanstack/react-query'
import { getIncidentContacts } from '@vakt/contract/incidents/incident-contacts.ts'
import { call } from '#web/platform/api.ts'

const askAgainMs = 2000

/** For the customer's administrators and staff. */
export const incidentContactsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['incident-contacts', customerId],
    queryFn: ({ signal }) => call(getIncidentContacts, { params: { customerId }, signal }),
    // While mails of a test are on their way.
    refetchInterval: ({ state }) => (state.data?.lastTest?.results.some((one) => one.state === 'waiting') ? askAgainMs : false),
  })
