import * as contract from '@vakt/contract/set-up.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { getSetUpStatus, type SetUpParts, setUpInstallation } from './set-up-installation.ts'

export const setUpRoutes = (parts: SetUpParts): Served[] => [
  serve(contract.getSetUpStatus, (context, { body }) => getSetUpStatus(parts, context, body.token)),
  serve(contract.setUpInstallation, (context, { body }) => setUpInstallation(parts, context, body)),
]
