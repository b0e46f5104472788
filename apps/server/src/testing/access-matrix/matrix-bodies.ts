import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
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

const onePixelPng = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const brandingBody = {
  name: 'Nordan',
  accent: '#0b6e4f',
  siteUrl: 'https://nordan.example',
  support: 'help@nordan.example',
  senderName: 'Nordan',
  senderAddress: '',
  mailFooter: 'Nordan AB',
  showsVakt: true,
  version: 0,
}

/** Each its own: one that had an SMS has no other within five minutes. */
const staffRoleBody = () => ({
  name: { en: `Role ${randomUUID()}`, sv: '' },
  description: '',
  features: ['@feature.tickets.read'],
})
const phoneNumber = () => `+4670${randomInt(1_000_000, 9_999_999)}`

type BodyFor = (values: Record<string, string>) => unknown
export const bodyOf = (name: string, values: Record<string, string>) => {
  const body = bodies[name] ?? assert.fail(`the matrix has no body for ${name}`)
  return typeof body === 'function' ? (body as BodyFor)(values) : body
}

const policyBody = ({ staffId }: Record<string, string>) => ({
  name: 'Nights',
  repeats: 0,
  isDefault: false,
  steps: [{ scheduleId: null, userId: staffId, minutes: 5 }],
})

const memberBody = ({ staffId = '' }: Record<string, string>) => ({
  name: 'Karin',
  role: { en: 'Service manager', sv: '' },
  email: 'karin@vakt.example',
  phone: '+46701234567',
  languages: ['sv', 'en'],
  timeZone: 'Europe/Stockholm',
  hours: null,
  userId: staffId,
  showsOnCall: true,
  shownTo: null,
})

const dashboardBody = {
  name: 'Shop',
  isShared: false,
  tiles: [{ tileId: 'a', kind: 'openIncidents', width: 1, metric: null }],
}

/** Of a browser of its own, whose key is a point of P-256. */
const addPushDevice = () => ({
  name: 'Chrome',
  endpoint: `http://127.0.0.1:9/${randomUUID()}`,
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
})

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

const processBody = ({ entityId }: Record<string, string>) => ({
  name: 'Wait',
  entityId,
  actions: [{ type: 'delay', delayInMinutes: 5, completeActionIfIncidentIsResolved: true }],
})

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

const agentContent = {
  ...{ monitoredServices: ['^W3SVC$'], ignoredServices: [], ignoredWebsites: [], ignoredAppPools: [], folders: [], eventLogQueries: [] },
  urls: [{ name: 'Shop', url: 'https://shop.example', httpMethod: 'GET', responseBodyShouldContainRegex: '', intervalInMinutes: 5 }],
}

const cloudOpsBody = {
  description: '',
  calendar: { timeZone: 'Europe/Stockholm', alwaysOpen: true, week: Array(7).fill(null), holidays: 'none', closedDays: [] },
}

const agentTemplate = { name: 'Shops', filter: { type: [], resourceGroup: [], tag: ['app=shop'] }, customerIds: [], content: agentContent }

/** A body that each writing call accepts. */
export const bodies: Record<string, unknown> = {
  savePermissions: ({ customerId }: Record<string, string>) => permissionsOf(customerId),
  subscribeToReport: { isMine: true },
  createEmbeddedReport: () => ({
    ...{ name: 'Cost', workspaceId: randomUUID(), powerBiReportId: randomUUID() },
    ...{ profileId: '', userName: '', roles: [] },
  }),
  saveReportMails: ({ staffId }: Record<string, string>) => ({ day: 4, userIds: [staffId] }),
  saveReportMailsOfCustomers: ({ customerId, staffId }: Record<string, string>) => ({
    customerIds: [customerId],
    day: 4,
    userIds: [staffId],
  }),
  saveCustomerCard: {
    contacts: [{ name: 'Maria', role: 'Duty manager', phone: '+46701234567', email: 'maria@nordan.example' }],
    instructions: [{ text: 'Call Maria at night.' }],
    contractNotes: 'Gold.',
    version: 0,
  },
  saveCustomerSettings: {
    ticketVisibility: 'all',
    hoursShown: false,
    customerPriority: 'own',
    ticketFromSeverity: 'low',
    incidentJoinMinutes: 10,
    mailLanguage: 'sv',
    version: 0,
  },
  createAgentTemplate: agentTemplate,
  changeAgentTemplate: { ...agentTemplate, name: 'Web servers', revision: 1 },
  steerAgentTemplate: { action: 'pause', revision: 1 },
  saveAgentConfiguration: { content: agentContent, version: 0 },
  restoreAgentConfiguration: { restoredVersion: 1, version: 0 },
  saveCloudOps: { ...cloudOpsBody, version: 0 },
  enableCloudOps: { version: 0 },
  disableCloudOps: { version: 0 },
  removeCloudOps: { version: 0 },
  saveCloudOpsPrices: { currency: 'SEK', prices: [{ entityType: '', hourlyMinor: 1250 }], version: 0 },
  saveEnvironmentSettings: { tagKeys: ['team'], hiddenTypes: [], version: 0 },
  createAlertRule: ruleBody,
  createProcess: processBody,
  changeProcess: (values: Record<string, string>) => ({ ...processBody(values), version: 1 }),
  copyProcess: { name: 'Wait again' },
  backTestAlertRule: (values: Record<string, string>) => {
    const { name: _, description: __, severity: ___, ...question } = ruleBody(values)
    return question
  },
  createRuleStandard: standardBody,
  changeRuleStandard: { ...standardBody, version: 1 },
  applyRuleStandard: { customerIds: [nordan] },
  stopRuleStandard: { customerIds: [nordan] },
  excludeFromRuleStandard: { customerId: nordan, excludedEntityIds: [] },
  decideStandardThresholds: { take: false, version: 1 },
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
  stopWindowOfGroups: { raiseNow: true },
  createProviderWindow: () => ({ ...windowBody({}), scope: { everything: true }, customerIds: [nordan] }),
  followIncident: { isFollowing: true },
  muteIncident: { until: null },
  followTicket: { isFollowing: true },
  saveRetention: { alerts: 500, incidents_and_tickets: null, audit_log: null, resource_history: null },
  setMetricLimit: { maxSeries: 200_000 },
  addMetricPoints: { points: [{ metric: 'load', at: new Date().toISOString(), value: 1 }] },
  followEntity: { isFollowing: true },
  followTagGroup: { isFollowing: true },
  markNotificationsRead: { upTo: '1' },
  saveIncidentContacts: {
    contacts: [{ userId: '', address: 'night@nordan.example', fromSeverity: 'critical', hours: 'outside', language: 'sv' }],
    version: 0,
  },
  saveIncidentMailChoices: { choices: { critical: 'always', high: 'never', medium: 'as_set', low: 'as_set' } },
  saveNotificationPreferences: { choices: [{ kind: 'commented', byMail: true, inPortal: true }] },
  createConnector: connectorBody,
  changeConnector: { ...connectorBody, secret: undefined, isEnabled: true, version: 1 },
  createEnrolmentToken: { name: 'Machines', entityId: null },
  createServiceToken: { name: 'Terraform', scope: ['@feature.tickets.read'] },
  rotateServiceToken: { overlapHours: 1 },
  createMonitoringSource: { name: 'Alertmanager' },
  saveSourceMapping: { mapping: sampleMapping, version: 0 },
  previewSourceMapping: { mapping: sampleMapping, sample: '{"id":"1"}' },
  allowSourceTopic: { topicArn: 'arn:aws:sns:eu-north-1:123456789012:vakt' },
  sendTestSignal: { format: 'grafana' },
  changeMonitoringSource: { name: 'Alertmanager 2', version: 1 },
  changeSourceChecks: { googleAudience: null, googleEmail: null, acceptsRawSns: true, version: 1 },
  rotateIngestToken: { overlapHours: 1 },
  receiveUpload: { externalId: 'asset-2', name: 'Till', type: 'till' },
  readUploadAgain: { encoding: 'utf-8', delimiter: ',', hasHeader: false },
  checkUpload: { uses: ['id', 'name', 'type'], typeForAll: null },
  importUpload: { leaveOutBadRows: false, isWholeEstate: false },
  putEntities: { entities: [{ externalId: 'asset-1', name: 'Till', type: 'till' }] },
  createChatDestination: {
    service: 'slack',
    name: 'Till',
    address: 'https://hooks.slack.com/services/T1/B1/x',
    kinds: ['incident_opened'],
    fromSeverity: 'high',
    language: 'sv',
  },
  changeChatDestination: {
    name: 'Till',
    address: '',
    kinds: ['incident_opened'],
    fromSeverity: 'critical',
    language: 'sv',
    isEnabled: true,
    version: 1,
  },
  createWebhook: { name: 'Till', url: 'https://hooks.vakt.test/tickets', kinds: ['created'], withPrivate: false },
  changeWebhook: {
    name: 'Till',
    url: 'https://hooks.vakt.test/tickets',
    kinds: ['commented'],
    withPrivate: false,
    isEnabled: true,
    version: 1,
  },
  closeCustomer: { confirmation: 'Leaving' },
  setErasingTerm: { eraseAfterDays: 30, reason: 'They asked for it.' },
  eraseCustomer: { confirmation: 'Leaving' },
  createCustomer: () => ({ customerId: randomUUID(), name: 'Solna Bygg', emailDomains: [], tenants: [randomUUID()] }),
  changeCustomer: ({ customerId }: Record<string, string>) => customerOf(customerId),
  createEscalationPolicy: policyBody,
  saveEscalationPolicy: (values: Record<string, string>) => ({ ...policyBody(values), version: 1 }),
  savePagingSetting: { fromSeverity: 'critical', pagesCloudOps: true, policyId: null, version: 0 },
  createCustomDashboard: dashboardBody,
  saveCustomDashboard: { ...dashboardBody, version: 1 },
  createTeamMember: memberBody,
  saveTeamMember: (values: Record<string, string>) => ({ ...memberBody(values), version: 1 }),
  orderTeam: ({ teamMemberId }: Record<string, string>) => ({ teamMemberIds: [teamMemberId] }),
  askForSwap: ({ scheduleId, colleagueId }: Record<string, string>) => ({
    scheduleId,
    userId: colleagueId,
    from: new Date(Date.now() + 3_600_000).toISOString(),
    to: new Date(Date.now() + 7_200_000).toISOString(),
  }),
  answerSwap: { accepts: true },
  testContact: { channel: 'mail' },
  saveContactPreference: { rules: [], quietHours: null, version: 0 },
  addPushDevice,
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
  dismissManyUnmatchedSignals: { what: 'dismiss', signals: [{ customerId: nordan, unmatchedAlertId: '999999' }] },
  retryManySetAsideSignals: { signals: [{ customerId: nordan, signalId: '999999' }] },
  changeManyAlertRules: { what: 'disable', alertRuleIds: ['0b0e7a52-1111-4222-8333-444455556666'] },
  changeManyUsers: { isDisabled: true, userIds: ['0b0e7a52-1111-4222-8333-444455556666'] },
  changeManyIncidents: { incidents: ['999999'], what: 'acknowledge' },
  createListView: { name: 'Mine', search: {}, list: 'incidents' },
  changeListView: { name: 'Renamed' },
  saveListChoice: { list: 'incidents', columns: ['severity'] },
  createTicketView: { name: 'Mine', search: {} },
  changeTicketView: { name: 'Renamed' },
  saveTicketListChoice: { columns: ['number'] },
  createApiToken: { name: 'Script', scope: ['@feature.tickets.read'] },
  changeUser: { isDisabled: false },
  handOver: { to: null },
  forgetUser: { confirmation: 'zelda@elsewhere.example' },
  inviteUser: () => ({ email: `${randomUUID()}@example.com`, name: 'Nina', roles: [] }),
  openUserContext: {},
  saveChecklist: { isHidden: false },
  testChannel: { to: '+46701234567', language: 'sv' },
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
  savePhoneNumber: () => ({ number: phoneNumber() }),
  saveUserPhoneNumber: () => ({ number: phoneNumber() }),
  confirmPhoneNumber: { code: '000000' },
  savePhoto: { photo: onePixel },
  saveBranding: brandingBody,
  createStaffRole: staffRoleBody,
  changeStaffRole: () => ({ ...staffRoleBody(), version: 1 }),
  saveBrandingPicture: { picture: onePixelPng },
  saveUserContext: { preferred_language: 'sv' },
  chooseCustomer: ({ customerId }: Record<string, string>) => ({ customer_id: customerId }),
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
  skipProcessRunStep: { step: 0 },
  startProcessRun: ({ processId }: Record<string, string>) => ({ processId: processId ?? randomUUID() }),
  dryRunProcess: ({ incidentId }: Record<string, string>) => ({
    incidentId,
    actions: [{ type: 'delay', delayInMinutes: 5, completeActionIfIncidentIsResolved: false }],
  }),
  addIncidentNote: { note: 'Somebody looks at it.' },
}
