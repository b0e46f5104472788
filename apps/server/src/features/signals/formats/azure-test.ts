import type { AzureAlert } from './azure-alert.ts'
import { type Fields, field, readFields, readText } from './read-field.ts'

/** The subscription of everything that *Test action group* sends; no customer has it. */
const testSubscription = '11111111-1111-1111-1111-111111111111'

/** Whether a body is a sample of *Test action group*, in the common schema or an older one: most of them fire once and never end. */
export function isAzureTest({ alertId, instanceId, ruleId, targetIds }: AzureAlert, body: Fields): boolean {
  const data = readFields(field(body, 'data') ?? body)
  const context = readFields(field(data, 'context') ?? field(data, 'alertContext'))
  const places = [data, context, readFields(field(context, 'activityLog'))]
  return (
    [alertId, instanceId, ruleId, ...targetIds].some((id) => id?.includes(testSubscription)) ||
    places.some((place) => readText(field(place, 'subscriptionId')) === testSubscription)
  )
}
