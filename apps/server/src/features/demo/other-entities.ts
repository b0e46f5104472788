import { fjallbo, provider } from './demo-customers.ts'
import { buildEntity, type DemoEntity, type EntityPlan } from './demo-entity.ts'

const energy = { id: '5d93e0a8-17c4-4b62-8f0e-a6b1d4c7392f', name: 'fjallbo-prod' }
const operations = { id: 'e80b6c41-39d2-4a57-9c14-2f7d8e05b3a6', name: 'vakt-operations' }

const scada = {
  subscription: energy,
  resourceGroup: 'rg-scada',
  tags: { application: 'scada', environment: 'production', owner: 'driftcentralen' },
}
const metering = {
  subscription: energy,
  resourceGroup: 'rg-metering',
  tags: { application: 'metering', environment: 'production', owner: 'matinsamling' },
}
const pages = {
  subscription: energy,
  resourceGroup: 'rg-my-pages',
  region: 'northeurope',
  tags: { application: 'my-pages', environment: 'production', owner: 'kundservice' },
}
const monitoring = {
  subscription: operations,
  resourceGroup: 'rg-monitoring',
  tags: { application: 'monitoring', environment: 'production', owner: 'drift' },
}

const fjallboPlans: EntityPlan[] = [
  { kind: 'arc', name: 'scada-gw-01', ...scada, cloudOpsMapped: true },
  { kind: 'arc', name: 'scada-gw-02', ...scada, cloudOpsMapped: true },
  { kind: 'vm', name: 'vm-historian-01', ...scada, cloudOpsMapped: true },
  { kind: 'vpn', name: 'vgw-substations', ...scada },
  { kind: 'vm', name: 'vm-metering-01', ...metering, cloudOpsMapped: true },
  { kind: 'eventHub', name: 'evh-meter-readings', ...metering },
  { kind: 'functionApp', name: 'func-settlement', ...metering },
  { kind: 'postgres', name: 'psql-metering', ...metering, cloudOpsMapped: true },
  { kind: 'storage', name: 'stfjallboreadings', ...metering },
  { kind: 'webApp', name: 'app-my-pages', ...pages },
  { kind: 'sqlServer', name: 'sql-billing', ...pages },
  { kind: 'vault', name: 'kv-fjallbo', ...pages },
]

const providerPlans: EntityPlan[] = [
  { kind: 'vm', name: 'vakt-mon-01', ...monitoring },
  { kind: 'vm', name: 'vakt-mon-02', ...monitoring },
  { kind: 'vm', name: 'vakt-jump-01', ...monitoring },
]

export const buildFjallboEntities = (now: Date): DemoEntity[] => fjallboPlans.map((plan) => buildEntity(fjallbo, plan, now))
export const buildProviderEntities = (now: Date): DemoEntity[] => providerPlans.map((plan) => buildEntity(provider, plan, now))
