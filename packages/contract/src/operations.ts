import * as administration from './administration.ts'
import * as alerts from './alerts.ts'
import * as apiTokens from './api-tokens.ts'
import * as customers from './customers.ts'
import * as entities from './entities.ts'
import * as incidents from './incidents.ts'
import * as live from './live.ts'
import type { Operation } from './operation.ts'
import * as recordedActions from './recorded-actions.ts'
import * as session from './session.ts'
import * as tickets from './tickets.ts'
import * as users from './users.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call there is, by name: the table that the API document and the access matrix are made from. */
export const operations: Record<string, Operation> = Object.fromEntries(
  [administration, alerts, apiTokens, customers, entities, incidents, live, recordedActions, session, tickets, users].flatMap((module) =>
    Object.entries(module).filter(([, value]) => isOperation(value)),
  ),
) as Record<string, Operation>
