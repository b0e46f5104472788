import * as contract from '@vakt/contract/connectors.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import {
  changeConnector,
  createConnector,
  listConnectorRunChanges,
  listConnectorRuns,
  listConnectors,
  removeConnector,
  runConnector,
  testConnector,
} from './manage-connectors.ts'
import { putEntities } from './put-entities.ts'
import type { ConnectorSettings } from './run-connectors.ts'

export const connectorRoutes = (settings: ConnectorSettings): Served[] => [
  serve(contract.listConnectors, (context, { params, query, after }) => listConnectors(context, params.customerId, query, after)),
  serve(contract.createConnector, (context, { params, body }) => createConnector(context, params.customerId, body, settings)),
  serve(contract.changeConnector, (context, { params, body }) =>
    changeConnector(context, params.customerId, params.connectorId, body, settings),
  ),
  serve(contract.removeConnector, (context, { params }) => removeConnector(context, params.customerId, params.connectorId)),
  serve(contract.testConnector, (context, { params }) => testConnector(context, params.customerId, params.connectorId, settings)),
  serve(contract.runConnector, (context, { params }) => runConnector(context, params.customerId, params.connectorId)),
  serve(contract.listConnectorRuns, (context, { params, query, after }) =>
    listConnectorRuns(context, params.customerId, { connectorId: params.connectorId, ...query }, after),
  ),
  serve(contract.listConnectorRunChanges, (context, { params, query, after }) =>
    listConnectorRunChanges(context, params.customerId, { connectorId: params.connectorId, runId: params.runId, ...query }, after),
  ),
  serve(contract.putEntities, (context, { params, body }) => putEntities(context, params.customerId, body.entities)),
]
