import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { demoCustomers, nordan, roleRows, signInRuleRows } from '#server/features/demo/demo-customers.ts'

/** What a customer already has, so that saving it takes nothing from anybody. */
const permissionsOf = (customerId: string | undefined) => ({
  enabledFeatures: null,
  role_feature_mappings: roleRows.filter(({ customer_id }) => customer_id === customerId).map(({ role, features }) => ({ role, features })),
  version: 0,
})

const customerOf = (customerId: string | undefined) => ({
  name: demoCustomers.find(({ customer_id }) => customer_id === customerId)?.name ?? 'Nobody',
  emailDomains: signInRuleRows.filter(({ customer_id }) => customer_id === customerId).map(({ value }) => value),
  tenants: [],
  version: 0,
})
const onePixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='

type BodyFor = (values: Record<string, string>) => unknown
export const bodyOf = (name: string, values: Record<string, string>) => {
  const body = bodies[name] ?? assert.fail(`the matrix has no body for ${name}`)
  return typeof body === 'function' ? (body as BodyFor)(values) : body
}

const onCallBody = {
  name: 'Operations',
  timeZone: 'Europe/Stockholm',
  layers: [{ people: [], startsAt: '2026-11-23T08:00', every: 1, unit: 'weeks', hours: null }],
}

export const calendarBody = {
  name: 'Always',
  timeZone: 'Europe/Stockholm',
  alwaysOpen: true,
  week: [null, null, null, null, null, null, null],
  holidays: 'none',
  closedDays: [],
}

const windowBody = ({ entityId = randomUUID() }: Record<string, string>) => ({
  reason: 'Patching',
  schedule: {
    timeZone: 'UTC',
    startsAt: '2035-01-01T22:00',
    repeats: 'once',
    weekdays: [],
    monthDay: null,
    cron: '',
    endsOn: null,
    endsAfter: null,
  },
  durationInSeconds: 3600,
  scope: { entityIds: [entityId] },
})

export const connectorBody = {
  name: 'Azure',
  settings: { tenantId: randomUUID(), clientId: randomUUID(), subscriptions: [] },
  secret: 'secret',
  everyHours: 6,
  cron: null,
}

const ruleBody = ({ entityId }: Record<string, string>) => ({
  name: 'CPU high',
  description: 'The CPU is busy.',
  severity: 2,
  aggregation: 'avg',
  thresholdComparison: '>',
  threshold: 80,
  alertsBeforeAction: 3,
  metricName: 'Percentage CPU',
  entityId,
})

const { entityId: _, ...standardRule } = ruleBody({})
const standardBody = {
  name: 'Virtual machines',
  description: '',
  filter: { type: ['vm'], resourceGroup: [], tag: [] },
  rules: [standardRule],
}

const sampleMapping = {
  key: ['id'],
  state: { resolved: [], ignored: [] },
  severity: { map: [], default: 'low' },
  title: '{id}',
  targets: [],
}

/** A body that each writing call accepts. */
export const bodies: Record<string, unknown> = {
  savePermissions: ({ customerId }: Record<string, string>) => permissionsOf(customerId),
  saveCustomerSettings: {
    ticketVisibility: 'all',
    hoursShown: false,
    customerPriority: 'own',
    ticketFromSeverity: 'low',
    incidentJoinMinutes: 10,
    mailLanguage: 'sv',
    version: 0,
  },
  saveEnvironmentSettings: { tagKeys: ['team'], hiddenTypes: [], version: 0 },
  createAlertRule: ruleBody,
  backTestAlertRule: (values: Record<string, string>) => {
    const { name: _, description: __, severity: ___, ...question } = ruleBody(values)
    return question
  },
  createRuleStandard: standardBody,
  changeRuleStandard: { ...standardBody, version: 1 },
  applyRuleStandard: { customerIds: [nordan] },
  stopRuleStandard: { customerIds: [nordan] },
  excludeFromRuleStandard: { customerId: nordan, excludedEntityIds: [] },
  changeAlertRule: (values: Record<string, string>) => ({ ...ruleBody(values), version: 1 }),
  createServiceWindow: windowBody,
  startServiceWindow: ({ entityId = '' }: Record<string, string>) => ({ reason: 'Deploy', scope: { entityIds: [entityId] } }),
  changeServiceWindow: (values: Record<string, string>) => ({ ...windowBody(values), version: 1 }),
  disableServiceWindow: { raiseNow: true },
  endServiceWindow: {},
  extendServiceWindow: () => ({ endsAt: new Date(Date.now() + 7_200_000).toISOString() }),
  approveServiceWindow: { version: 1 },
  refuseServiceWindow: { reason: 'Not this week', version: 1 },
  previewServiceWindow: (values: Record<string, string>) => {
    const { schedule, durationInSeconds, scope } = windowBody(values)
    return { schedule, durationInSeconds, scope }
  },
  createProviderWindow: () => ({ ...windowBody({}), scope: { everything: true }, customerIds: [nordan] }),
  followIncident: { isFollowing: true },
  muteIncident: { until: null },
  followTicket: { isFollowing: true },
  setMetricLimit: { maxSeries: 200_000 },
  addMetricPoints: { points: [{ metric: 'load', at: new Date().toISOString(), value: 1 }] },
  followEntity: { isFollowing: true },
  followTagGroup: { isFollowing: true },
  markNotificationsRead: { upTo: '1' },
  saveNotificationPreferences: { choices: [{ kind: 'commented', byMail: true, inPortal: true }] },
  createConnector: connectorBody,
  changeConnector: { ...connectorBody, secret: undefined, isEnabled: true, version: 1 },
  createServiceToken: { name: 'Terraform', scope: ['@feature.tickets.read'] },
  rotateServiceToken: { overlapHours: 1 },
  createMonitoringSource: { name: 'Alertmanager' },
  saveSourceMapping: { mapping: sampleMapping, version: 0 },
  previewSourceMapping: { mapping: sampleMapping, sample: '{"id":"1"}' },
  allowSourceTopic: { topicArn: 'arn:aws:sns:eu-north-1:123456789012:vakt' },
  sendTestSignal: { format: 'grafana' },
  changeMonitoringSource: { name: 'Alertmanager 2', version: 1 },
  rotateIngestToken: { overlapHours: 1 },
  receiveUpload: { externalId: 'asset-2', name: 'Till', type: 'till' },
  readUploadAgain: { encoding: 'utf-8', delimiter: ',', hasHeader: false },
  checkUpload: { uses: ['id', 'name', 'type'], typeForAll: null },
  importUpload: { leaveOutBadRows: false, isWholeEstate: false },
  putEntities: { entities: [{ externalId: 'asset-1', name: 'Till', type: 'till' }] },
  createWebhook: { name: 'Till', url: 'https://hooks.vakt.test/tickets', kinds: ['created'], withPrivate: false },
  changeWebhook: {
    name: 'Till',
    url: 'https://hooks.vakt.test/tickets',
    kinds: ['commented'],
    withPrivate: false,
    isEnabled: true,
    version: 1,
  },
  createCustomer: () => ({ customerId: randomUUID(), name: 'Solna Bygg', emailDomains: [], tenants: [randomUUID()] }),
  changeCustomer: ({ customerId }: Record<string, string>) => customerOf(customerId),
  createOnCallSchedule: onCallBody,
  saveOnCallSchedule: { ...onCallBody, version: 1 },
  createOnCallOverride: ({ staffId }: Record<string, string>) => ({
    userId: staffId,
    from: '2098-01-01T08:00:00Z',
    to: '2098-01-02T08:00:00Z',
  }),
  createBusinessCalendar: calendarBody,
  saveBusinessCalendar: { ...calendarBody, version: 1 },
  saveServiceTargets: { targets: [], version: 0 },
  saveCustomerServiceTargets: { targets: [], version: 0 },
  changeManyTickets: { tickets: [{ customerId: nordan, ticketId: '999999' }], priority: 3 },
  undoManyTickets: { tickets: [{ customerId: nordan, ticketId: '999999', was: { priority: 3 }, became: { priority: 2 } }] },
  changeManyFailedJobs: { what: 'retry', jobs: [{ customerId: nordan, jobId: '999999' }] },
  bindManyUnmatchedSignals: {
    signals: [{ customerId: nordan, unmatchedAlertId: '999999' }],
    entityCustomerId: nordan,
    entityId: '0b0e7a52-1111-4222-8333-444455556666',
  },
  retryManySetAsideSignals: { signals: [{ customerId: nordan, signalId: '999999' }] },
  changeManyIncidents: { incidents: ['999999'], what: 'acknowledge' },
  createListView: { name: 'Mine', search: {}, list: 'incidents' },
  changeListView: { name: 'Renamed' },
  saveListChoice: { list: 'incidents', columns: ['severity'] },
  createTicketView: { name: 'Mine', search: {} },
  changeTicketView: { name: 'Renamed' },
  saveTicketListChoice: { columns: ['number'] },
  createApiToken: { name: 'Script', scope: ['@feature.tickets.read'] },
  changeUser: { isDisabled: false },
  inviteUser: () => ({ email: `${randomUUID()}@example.com`, name: 'Nina', roles: [] }),
  openUserContext: {},
  saveChecklist: { isHidden: false },
  testChecklistItem: { item: 'customer' },
  noteRestore: { date: '2026-11-20' },
  saveCustomerChecklist: { isDismissed: false },
  getSetUpStatus: { token: 'used' },
  setUpInstallation: {
    token: 'used',
    providerName: 'Another',
    emailDomains: ['another.example'],
    tenants: [],
    administratorName: 'Eve',
    administratorEmail: 'eve@another.example',
    language: 'en',
    timeZone: 'UTC',
  },
  savePhoto: { photo: onePixel },
  saveUserContext: { preferred_language: 'sv' },
  createTicket: { subject: 'The till is slow', description: 'Since this morning.', email: 'elin@nordan.example' },
  addTicketComment: { body: 'Thank you.' },
  addAttachment: { note: 'Text in JSON is text.' },
  editTicketComment: { body: 'Thank you all.', version: 1 },
  changeTicketStatus: { status: 'resolved', version: 1, comment: 'It works again.' },
  changeTicketFacts: { version: 1, tags: ['till'] },
  followUpTicket: { description: 'It is back.' },
  registerHours: { note: 'Looked at it', minutes: 30, date: '2026-11-20' },
  changeHours: { note: 'Looked at it twice', minutes: 60, date: '2026-11-20', version: 1 },
  showPresence: { doing: 'reading' },
  changeIncident: { version: 1, assigneeId: null },
  bindUnmatchedSeries: ({ customerId, entityId }: Record<string, string>) => ({ entityCustomerId: customerId, entityId }),
  bindUnmatchedSignal: ({ customerId, entityId }: Record<string, string>) => ({ entityCustomerId: customerId, entityId }),
  openMajorIncident: ({ customerId, incidentId }: Record<string, string>) => ({
    title: { en: 'Network fault' },
    incidents: [{ customerId, incidentId }],
  }),
  changeMajorIncident: {},
  updateMajorIncident: { text: { en: 'We are on it.' } },
  mergeIncident: ({ into }: Record<string, string>) => ({ version: 1, into: into ?? '999998' }),
  splitIncident: ({ alertId }: Record<string, string>) => ({ version: 1, alertIds: [alertId ?? '999999'] }),
  addIncidentNote: { note: 'Somebody looks at it.' },
}
