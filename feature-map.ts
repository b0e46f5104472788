/** Which server feature may call which other. Read it as a map; keep it free of circles. */
export const mayCall: Record<string, string[]> = {
  integrations: ['customers'],
  agents: ['agent-commands', 'agent-configurations', 'entities', 'incidents', 'metrics', 'signals'],
  'agent-commands': ['agent-configurations'],
  'agent-templates': ['agent-configurations', 'entities'],
  signals: ['alerts', 'entities', 'incidents', 'monitoring-sources'],
  'monitoring-sources': ['incidents', 'integrations'],
  'unmatched-signals': ['signals', 'incidents', 'entities', 'metrics'],
  metrics: ['signals', 'monitoring-sources', 'entities', 'incidents'],
  'on-call-shifts': ['customers', 'deliveries', 'events', 'on-call'],
  'service-windows': ['customers', 'entities', 'events', 'deliveries', 'incidents', 'tickets'],
  'customer-archive': ['attachments'],
  'customer-closing': ['customers', 'deliveries', 'paging', 'session', 'webhooks'],
  'customer-erasing': ['attachments', 'customers', 'deliveries', 'events'],
  cloudops: ['deliveries', 'entities', 'events'],
  'demo-agents': ['agents', 'agent-configurations', 'agent-templates'],
  'demo-metrics': ['metrics', 'alert-rules', 'demo'],
  alerts: ['customers', 'entities'],
  'rule-standards': ['alert-rules', 'customers'],
  processes: ['agent-commands', 'alert-rules', 'chat-destinations', 'customers', 'deliveries', 'entities', 'on-call'],
  'alert-rules': ['agent-configurations', 'customers', 'entities', 'incidents', 'metrics', 'service-windows'],
  'major-incidents': ['incidents'],
  'incident-contacts': ['address-confirmations', 'customers', 'deliveries', 'on-call', 'service-levels'],
  incidents: ['customers', 'entities', 'events', 'deliveries', 'follows', 'incident-contacts'],
  paging: ['cloudops', 'incidents', 'on-call', 'customers', 'deliveries', 'service-windows'],
  'process-runs': [
    'address-confirmations',
    'agent-commands',
    'chat-destinations',
    'customers',
    'deliveries',
    'incidents',
    'on-call',
    'service-windows',
    'tickets',
  ],
  'address-confirmations': ['deliveries'],
  channels: ['deliveries', 'integrations'],
  'contact-rules': ['channels', 'deliveries'],
  backups: ['customers', 'deliveries'],
  checklists: ['backups', 'deliveries', 'incident-contacts'],
  'page-links': ['paging', 'incidents', 'deliveries'],
  'phone-numbers': ['deliveries'],
  'phone-callbacks': ['deliveries', 'page-links', 'paging'],
  tickets: ['incidents', 'attachments', 'customers', 'customer-settings', 'events', 'deliveries', 'follows', 'service-levels'],
  team: ['on-call', 'paging'],
  reports: ['deliveries', 'entities'],
  'embedded-reports': ['reports', 'integrations'],
  follows: ['entities'],
  entities: ['customers'],
  permissions: ['customers'],
  'customer-settings': ['customers'],
  connectors: ['entities', 'incidents', 'integrations'],
  'azure-metrics': ['connectors', 'metrics'],
  heartbeat: ['signals'],
  'entity-uploads': ['connectors', 'entities'],
  events: ['notifications', 'deliveries'],
  webhooks: ['events', 'deliveries', 'integrations'],
  'chat-destinations': ['events', 'deliveries', 'integrations'],
  'service-levels': ['events'],
  'service-tokens': ['customers', 'integrations'],
  'former-people': ['handovers', 'users'],
  handovers: [
    'api-tokens',
    'custom-dashboards',
    'customers',
    'follows',
    'incident-contacts',
    'incidents',
    'list-views',
    'on-call',
    'on-call-shifts',
    'paging',
    'reports',
    'session',
    'tickets',
    'users',
  ],
  session: ['customers', 'users', 'recorded-actions', 'api-tokens', 'service-tokens', 'tickets'],
  'set-up': ['customers', 'users'],
  users: ['customers', 'deliveries'],
  demo: [
    'alert-rules',
    'alerts',
    'cloudops',
    'customers',
    'entities',
    'incidents',
    'on-call',
    'rule-standards',
    'service-levels',
    'service-windows',
    'signals',
    'tickets',
  ],
}

/**
 * Each table has one writer: the feature, or the folder of the platform, whose SQL inserts, updates and deletes its rows; a script derives
 * it. These have more, because they are written in one statement or in a direction that `mayCall` does not have; the first one inserts.
 */
export const sharedTables: Record<string, string[]> = {
  // `due_at`, by which lists are sorted, and the lines of warnings: every verb of a ticket calls service levels, not the other way.
  // Deliveries remove devices of which their push service says that they are gone.
  push_subscription: ['contact-rules', 'deliveries'],
  ticket: ['tickets', 'service-levels'],
  ticket_change: ['tickets', 'service-levels'],
  // Requests note when the user was last seen in the statement that notes the session; roles are given by administrators.
  app_user: ['session', 'users'],
  // Entries are added with what calls change, and removed once their term is over.
  recorded_action: ['platform/record-action.ts', 'recorded-actions'],
}

/** The demo and erasing remove what is there, and former people what names someone, whatever feature it is of. */
export const mayWriteAllTables = ['customer-erasing', 'demo', 'former-people']

/**
 * Files with SQL that other features call: each is one verb that reads or writes tables of its own feature in one statement. The rest of
 * the SQL stands in `*-table.ts`, which no other feature imports.
 */
export const namedSql: Record<string, string> = {
  'agent-commands/command-agent.ts': 'whether a process of a customer has any agent to command',
  'agent-configurations/desired-version.ts': 'read at each poll of an agent, in one prepared statement',
  'agent-configurations/reported-events.ts': 'entries of logs for the rules that count them',
  'customers/get-customer.ts': 'the customer of the user who signs in, pipelined with the user',
  'customers/write-customer.ts': 'settings of other features that are columns of the customer',
  'deliveries/find-phone-delivery.ts': 'the message of which a phone provider says something',
  'deliveries/plan-deliveries.ts': 'the advisory lock of planning; it names no table',
  'deliveries/recipients.ts': 'who may get messages about what, and where',
  'entities/match-bindings.ts': 'the entities of all events of a batch',
  'follows/find-followers.ts': 'who follows the tickets and incidents of a batch of events',
  'follows/find-mutes.ts': 'mutes of incidents, which end with their incident or by a reminder',
  'incidents/intake/alert-states.ts': 'the lock of the alerts of a customer, and their trail',
  'metrics/find-metrics-of-entities.ts': 'the metrics that a rule by filter may be about',
  'paging/linked-page.ts': 'the page that a link or a reply by phone acknowledges',
  'reports/report-openings.ts': 'who opened which report last',
  'service-windows/find-past-holds.ts': 'when windows held, for the back-test of alert rules',
}
