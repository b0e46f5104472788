import * as contract from '@vakt/contract/entities/entities.ts'
import { listEntitiesOfAllCustomers, listPlacesOfAllCustomers } from '@vakt/contract/entities/entities-of-all.ts'
import * as history from '@vakt/contract/entities/entity-history.ts'
import * as list from '@vakt/contract/entities/entity-list.ts'
import * as relations from '@vakt/contract/entities/entity-relations.ts'
import * as settings from '@vakt/contract/entities/environment-settings.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getEnvironmentSettings, saveEnvironmentSettings } from './environment-settings.ts'
import { getEntity } from './get-entity.ts'
import { getEntityProperties, getEntityRelations } from './get-entity-relations.ts'
import { countEntities, groupEntities, listEntities } from './list-entities.ts'
import { listEntitiesOfAllCustomers as listOfAll, listPlacesOfAllCustomers as listPlaces } from './list-entities-of-all.ts'
import { listEntityHistory } from './list-entity-history.ts'
import { listInventoryChanges } from './list-inventory-changes.ts'

export const entityRoutes = [
  serve(list.listEntities, (context, { params, query, after }) => listEntities(context, params.customerId, query, after)),
  serve(listEntitiesOfAllCustomers, (context, { query, after }) => listOfAll(context, query, after)),
  serve(listPlacesOfAllCustomers, (context, { query }) => listPlaces(context, query)),
  serve(list.countEntities, (context, { params, query }) => countEntities(context, params.customerId, query)),
  serve(list.groupEntities, (context, { params, query }) => groupEntities(context, params.customerId, query)),
  serve(history.listInventoryChanges, (context, { params, query, after }) =>
    listInventoryChanges(context, params.customerId, query, after),
  ),
  serve(settings.getEnvironmentSettings, (context, { params }) => getEnvironmentSettings(context, params.customerId)),
  serve(settings.saveEnvironmentSettings, (context, { params, body }) => saveEnvironmentSettings(context, params.customerId, body)),
  serve(history.listEntityHistory, (context, { params, query, after }) =>
    listEntityHistory(context, params.customerId, { ...query, entityId: params.entityId }, after),
  ),
  serve(relations.getEntityRelations, (context, { params }) => getEntityRelations(context, params.customerId, params.entityId)),
  serve(relations.getEntityProperties, (context, { params }) => getEntityProperties(context, params.customerId, params.entityId)),
  serve(contract.getEntity, (context, { params }) => getEntity(context, params.customerId, params.entityId)),
]
