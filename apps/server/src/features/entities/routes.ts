import * as contract from '@vakt/contract/entities.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getEntity } from './get-entity.ts'

export const entityRoutes = [serve(contract.getEntity, (context, { params }) => getEntity(context, params.customerId, params.entityId))]
