import { featureKeys } from '@vakt/contract/features.ts'
import { defaultRoleFeatures } from '@vakt/domain/default-roles.ts'

export const nordan = '1001'
export const fjallbo = '1002'
export const provider = '1168'

export const demoCustomers = [
  { customer_id: nordan, name: 'Nordan Retail', domain: 'nordan.example', tokenName: 'Demo Alertmanager', isProvider: false },
  { customer_id: fjallbo, name: 'Fjällbo Energi', domain: 'fjallbo.example', tokenName: 'Demo Alertmanager', isProvider: false },
  { customer_id: provider, name: 'Vakt Drift', domain: 'vakt.example', tokenName: 'Demo Alertmanager of all customers', isProvider: true },
]

const quarterAgo = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)

export const customerRows = demoCustomers.map(({ customer_id, name, isProvider }) => ({
  customer_id,
  name,
  ignores_global_admin_mapping: isProvider,
  incident_join_minutes: 10,
  ticket_from_severity: 'low',
  ticket_visibility: 'all',
  hours_shown: customer_id === nordan,
  prepaid_hours: customer_id === nordan ? [{ date: quarterAgo, hours: 80 }] : [],
  mail_language: 'sv',
  settings_version: 0,
  hidden_types: [],
  environment_version: 0,
  tag_keys: ['application', 'environment'],
  is_provider: isProvider,
  is_demo: true,
  created_at: new Date().toISOString(),
}))

export const roleRows = demoCustomers.flatMap(({ customer_id, isProvider }) =>
  Object.entries({ ...defaultRoleFeatures, ...(isProvider ? { 'provider-staff': featureKeys } : {}) }).map(([role, features]) => ({
    customer_id,
    role,
    features,
  })),
)

export const signInRuleRows = demoCustomers.map(({ customer_id, domain }) => ({ kind: 'email-domain', value: domain, customer_id }))
