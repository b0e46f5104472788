import type { AgentConfigurationContent, AgentFindings } from '@vakt/contract/agents/agent-configurations.ts'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'

/** `silent` reports once and never again; `slow` reports, and does not apply what is configured after its first version. */
export type DemoMachine = {
  customerId: string
  name: string
  platform: 'linux' | 'windows'
  behaviour: 'usual' | 'silent' | 'slow'
  services: AgentFindings['services']
  own: Partial<AgentConfigurationContent>
}

const running = (...names: string[]) => names.map((name) => ({ name, state: 'running' as const }))
const stopped = (...names: string[]) => names.map((name) => ({ name, state: 'stopped' as const }))
const linux = running('chronyd', 'cron', 'dbus', 'rsyslog', 'ssh', 'systemd-journald', 'systemd-logind', 'unattended-upgrades')
const windows = running('Dnscache', 'EventLog', 'LanmanServer', 'Schedule', 'W32Time', 'WinDefend')

const checkOf = (name: string, url: string, responseBodyShouldContainRegex = '') => ({
  ...{ name, url, httpMethod: 'GET' as const, responseBodyShouldContainRegex, intervalInMinutes: 1 },
})

const nordan = '1001'
const fjallbo = '1002'

export const demoMachines: readonly DemoMachine[] = [
  {
    ...{ customerId: nordan, name: 'vm-web-01', platform: 'linux', behaviour: 'usual' },
    services: [...running('nginx', 'php8.2-fpm', 'redis-server'), ...linux],
    own: { urls: [checkOf('Checkout', 'https://shop.nordan.example/checkout/health', '"status":\\s*"ok"')] },
  },
  {
    ...{ customerId: nordan, name: 'vm-web-02', platform: 'linux', behaviour: 'usual' },
    services: [...running('nginx', 'php8.2-fpm'), ...stopped('redis-server'), ...linux],
    own: {},
  },
  {
    ...{ customerId: nordan, name: 'vm-wms-01', platform: 'windows', behaviour: 'slow' },
    services: [...running('MSSQLSERVER', 'WmsOrderImport', 'W3SVC'), ...stopped('WmsReportQueue'), ...windows],
    own: {
      monitoredServices: ['^Wms', '^MSSQL'],
      folders: [{ folderPath: 'D:\\Orders\\In', fileMask: '*.xml' }],
    },
  },
  {
    ...{ customerId: nordan, name: 'vm-pos-01', platform: 'windows', behaviour: 'usual' },
    services: [...running('PosGateway', 'W3SVC'), ...windows],
    own: { monitoredServices: ['^PosGateway$'], folders: [{ folderPath: 'C:\\Pos\\Outbox', fileMask: '*' }] },
  },
  {
    ...{ customerId: fjallbo, name: 'vm-historian-01', platform: 'windows', behaviour: 'usual' },
    services: [...running('HistorianServer', 'HistorianCollector'), ...windows],
    own: { monitoredServices: ['^Historian'] },
  },
  {
    ...{ customerId: fjallbo, name: 'scada-gw-01', platform: 'linux', behaviour: 'silent' },
    services: [...running('scada-gateway'), ...linux],
    own: { monitoredServices: ['^scada-'] },
  },
]

/** What the web servers of the shop have in common. */
export const demoTemplate = {
  customerId: nordan,
  name: 'Web servers',
  filter: { type: [], resourceGroup: [], tag: ['application=webshop'] },
  customerIds: [],
  content: {
    ...emptyConfiguration,
    monitoredServices: ['^nginx$', '^php.*-fpm$'],
    ignoredServices: ['^unattended-upgrades$'],
    urls: [checkOf('Start page', 'https://shop.nordan.example/', 'Nordan')],
  },
}
