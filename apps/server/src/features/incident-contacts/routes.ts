import * as contract from '@vakt/contract/incidents/incident-contacts.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getMailChoices, saveMailChoices } from './mail-choices.ts'
import { type ContactMailParts, getIncidentContacts, saveIncidentContacts } from './manage-contacts.ts'
import { testIncidentContacts } from './test-contacts.ts'

export const incidentContactRoutes = (parts: ContactMailParts) => [
  serve(contract.getIncidentContacts, (context, { params }) => getIncidentContacts(context, params.customerId, parts)),
  serve(contract.saveIncidentContacts, (context, { params, body }) => saveIncidentContacts(context, params.customerId, body, parts)),
  serve(contract.testIncidentContacts, (context, { params }) => testIncidentContacts(context, params.customerId, parts)),
  serve(contract.getIncidentMailChoices, (context) => getMailChoices(context, parts)),
  serve(contract.saveIncidentMailChoices, (context, { body }) => saveMailChoices(context, body.choices)),
]
