import { severities } from '@vakt/contract/severity.ts'

// Apart from the calls, which the browser loads with the screens that make them: addresses are read before.

export const entitySorts = ['name', 'type', 'resourceGroup', 'subscription', 'region', 'severity', 'modified'] as const
export type EntitySort = (typeof entitySorts)[number]

/** The orders of the list over all customers. */
export const sortsOfAll = ['severity', 'name'] as const

/** The severities of what is open now, or `good` for nothing. */
export const severitiesNow = [...severities, 'good'] as const
