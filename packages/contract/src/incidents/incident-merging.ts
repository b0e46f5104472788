import { operation } from '@vakt/contract/operation.ts'
import { object, Type } from '@vakt/contract/schema.ts'

const access = ['@feature.tickets.write'] as const
const version = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'As it was seen; another one answers 409' })
const id = (description: string) => Type.String({ pattern: '^[0-9]{1,18}$', description })

export const mergeIncident = operation({
  summary: 'Merge an open incident into another one: its alerts go there, and so does its ticket where the other has none',
  method: 'POST',
  path: '/customer/:customerId/incident/:incidentId/merge',
  access: [...access],
  recordsItself: ['incident.merge'],
  body: object({ version, into: id('The open incident that goes on') }),
})

export const unmergeIncident = operation({
  summary: 'Undo a merge: the incident is open again, with the alerts that it had',
  method: 'POST',
  path: '/customer/:customerId/incident/:incidentId/unmerge',
  access: [...access],
  recordsItself: ['ticket.status', 'incident.unmerge'],
})

export const splitIncident = operation({
  summary: 'Take alerts out of an open incident into one of their own, which opens a ticket as any incident does',
  method: 'POST',
  path: '/customer/:customerId/incident/:incidentId/split',
  access: [...access],
  recordsItself: ['incident.split'],
  body: object({ version, alertIds: Type.Array(id('An alert of the incident'), { minItems: 1, maxItems: 100, uniqueItems: true }) }),
  result: object({ incidentId: Type.String() }),
})
