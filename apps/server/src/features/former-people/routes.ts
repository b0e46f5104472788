import * as contract from '@vakt/contract/users/former-people.ts'
import { serve } from '#server/platform/http/serve.ts'
import { forgetUser } from './ask-to-forget.ts'

export const formerPeopleRoutes = () => [serve(contract.forgetUser, (context, { params, body }) => forgetUser(context, params, body))]
