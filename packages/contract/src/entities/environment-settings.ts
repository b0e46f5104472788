import { environmentAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { object, type Static, Type } from '@vakt/contract/schema.ts'

/** How a customer likes its environment shown. */
export const EnvironmentSettings = object({
  tagKeys: Type.Array(Type.String({ minLength: 1, maxLength: 512, pattern: '\\S' }), {
    maxItems: 2,
    uniqueItems: true,
    description: 'The tags by which entities are grouped, the outer first',
    messages: { maxItems: 'environment_settings.tag_keys', uniqueItems: 'environment_settings.tag_keys' },
  }),
  hiddenTypes: Type.Array(Type.String({ minLength: 1, maxLength: 512, pattern: '\\S' }), {
    maxItems: 500,
    description: 'The types whose entities lists leave out unless they are asked for, in any case',
  }),
  /** Goes up with each change; one that was made from another version answers 409. */
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
})
export type EnvironmentSettings = Static<typeof EnvironmentSettings>

export const getEnvironmentSettings = operation({
  summary: 'How the environment of a customer is shown: its tag groups, and the types that lists leave out',
  method: 'GET',
  path: '/customer/:customerId/environment-settings',
  access: environmentAccess,
  openToLimited: true,
  result: EnvironmentSettings,
})

export const saveEnvironmentSettings = operation({
  summary: 'Set how the environment of a customer is shown; counts from the next request',
  method: 'PUT',
  path: '/customer/:customerId/environment-settings',
  access: ['@feature.myenvironment.write'],
  recordsItself: ['environment.settings'],
  body: EnvironmentSettings,
  result: EnvironmentSettings,
})
