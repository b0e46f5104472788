import type { RuleAggregation } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { CoveredEntity } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import type { AlertRule, AlertRuleVersion } from '@vakt/contract/alert-rules/alert-rules.ts'
import type { ThresholdComparison } from '@vakt/contract/alert-rules/threshold-comparisons.ts'
import { writeDuration } from '@vakt/domain/write-duration.ts'
import { texts } from '#web/platform/texts.ts'

type Change = AlertRuleVersion['change']
type State = CoveredEntity['series'][number]['state']

const english: {
  aggregations: Record<RuleAggregation, string>
  compares: Record<ThresholdComparison, string>
  changes: Record<Change, string>
  states: Record<State, string>
} = {
  aggregations: { avg: 'average', sum: 'sum', min: 'minimum', max: 'maximum', last: 'last value' },
  compares: { '<': 'below', '>': 'above', '<=': 'at most', '>=': 'at least', '=': 'equal to' },
  changes: {
    created: 'Created',
    changed: 'Changed',
    enabled: 'Enabled',
    disabled: 'Disabled',
    deleted: 'Deleted',
    restored: 'Restored',
  },
  states: {
    healthy: 'OK',
    counting: 'Violating',
    firing: 'Firing',
    critical: 'Firing, critical',
    inhibited: 'Inhibited',
    'no-data': 'No data',
    'no-metric': 'Does not have this metric',
    'not-active': 'Not active',
  },
}
/** In lists. */
const shortSwedish: Record<RuleAggregation, string> = { avg: 'medel', sum: 'summa', min: 'lägsta', max: 'högsta', last: 'senaste' }

const swedish: typeof english = {
  aggregations: { avg: 'medelvärdet', sum: 'summan', min: 'det lägsta värdet', max: 'det högsta värdet', last: 'det senaste värdet' },
  compares: { '<': 'under', '>': 'över', '<=': 'högst', '>=': 'minst', '=': 'lika med' },
  changes: {
    created: 'Skapad',
    changed: 'Ändrad',
    enabled: 'Aktiverad',
    disabled: 'Inaktiverad',
    deleted: 'Borttagen',
    restored: 'Återställd',
  },
  states: {
    healthy: 'OK',
    counting: 'Utanför gränsen',
    firing: 'Larmar',
    critical: 'Larmar, kritiskt',
    inhibited: 'Hålls tillbaka',
    'no-data': 'Inga data',
    'no-metric': 'Har inte måttet',
    'not-active': 'Inte aktiv',
  },
}

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

const listed = (names: string[], last: string) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}` : (names[0] ?? '')

export const alertRuleTexts = texts(
  {
    title: 'Alert rules',
    ofResource: 'Alert rules of this resource',
    create: 'Create alert rule',
    search: 'Search alert rules',
    which: 'Which rules',
    scopes: { all: 'All', active: 'Active', inactive: 'Inactive' },
    severity: 'Severity',
    state: 'State',
    stateFilters: {
      firing: 'Firing',
      counting: 'Violating',
      inhibited: 'Inhibited',
      'no-data': 'No data',
      'not-evaluated': 'Not evaluated',
      ok: 'OK',
    },
    listFailed: 'The alert rules could not be loaded.',
    nothingMatches: 'No alert rule matches',
    nothing: 'No alert rules yet',
    nothingText: 'An alert rule watches one metric and raises an alert when it passes a threshold for long enough.',
    keys: 'On a row: E edit · C copy · O enable or disable · Del delete',
    provided: 'From your provider',
    newThresholds: 'Your provider has new thresholds',
    providedBy: (name: string) => `From your provider: ${name}.`,
    providedThresholds: 'You can change its thresholds; your provider changes the rest.',
    providedFixed: 'Ask your provider to change it.',
    columns: {
      name: 'Name',
      rule: 'Rule',
      covers: 'Covers',
      state: 'State now',
      evaluated: 'Evaluated until',
      lastFired: 'Last fired',
      severity: 'Severity',
    },
    byFilter: (n: number) => (n === 1 ? '1 resource' : `${n} resources`),
    byFilterUncounted: 'All that match',
    never: 'Never',
    inactive: 'Inactive',
    notActiveYet: 'Starting',
    notEvaluatedYet: 'Not evaluated yet',
    evaluatedUntil: 'Evaluated until',
    notEvaluated: 'Not evaluated',
    notEvaluatedSince: (since: string, reason: string) => `Not evaluated since ${since}, because an error occurs: ${reason}`,
    notEvaluatedOn: (n: number, since: string, reason: string) =>
      `Not evaluated on ${n === 1 ? 'one series' : `${n} series`} since ${since}, because an error occurs: ${reason}`,
    evaluatedAgain: 'It is tried again on the next period.',
    evaluatedHourly: 'It is tried again every hour. If you edit the rule, it is tried right away.',
    activeSince: (time: string) => `Active since ${time}`,
    firing: (n: number) => (n === 1 ? 'Firing' : `Firing on ${n}`),
    firingCritical: (n: number) => (n === 1 ? 'Firing, critical' : `Critical on ${n}`),
    counting: (violations: number, needed: number) => `${violations} of ${needed}`,
    inhibited: 'Inhibited',
    noData: 'No data',
    noDataOn: (n: number) => `No data from ${n}`,
    noMetric: 'Metric missing',
    ok: 'OK',
    details: 'Alert rule',
    edit: 'Edit',
    copy: 'Copy',
    enable: 'Enable',
    disable: 'Disable',
    remove: 'Delete',
    enabled: 'The alert rule is enabled.',
    disabled: 'The alert rule is disabled. An alert that is open stays open.',
    removed: 'The alert rule is deleted.',
    restored: 'The alert rule is restored.',
    saveFailed: 'We could not save the alert rule. Please try again later.',
    updateFailed: 'We could not update the alert rule. Please try again later.',
    enableFailed: 'We could not enable the alert rule. Please try again later.',
    disableFailed: 'We could not disable the alert rule. Please try again later.',
    removeFailed: 'We could not delete the alert rule. Please try again later.',
    coveredNow: 'Covers now',
    coveredFailed: 'What the rule covers could not be loaded.',
    coversNothing: 'No resource matches the filter now. Resources that match later are covered automatically.',
    more: 'Show more',
    history: 'History',
    historyFailed: 'The history could not be loaded.',
    changedFields: (fields: string) => `Changed: ${fields}`,
    runbook: 'Runbook',
    states: english.states,
    changes: english.changes,
    aggregations: english.aggregations,
    measured: (aggregation: RuleAggregation, metric: string) => `${aggregation} ${metric}`,
    short: (aggregation: RuleAggregation, metric: string, condition: string, minutes: number) =>
      `${aggregation} ${metric} ${condition} for ${writeDuration(minutes, 'exact', 'en')}`,
    compared: (comparison: ThresholdComparison, threshold: string) => `${english.compares[comparison]} ${threshold}`,
    condition: (comparison: ThresholdComparison, threshold: string) => `is ${english.compares[comparison]} ${threshold}`,
    fires: (aggregation: RuleAggregation, metric: string, subject: string, condition: string, n: number) =>
      `Fires when the ${english.aggregations[aggregation]} of ${metric}${subject ? ` on ${subject}` : ''} ${condition} ${n === 1 ? 'in one 5-minute period' : `in ${n} consecutive 5-minute periods (${writeDuration(n * 5, 'words', 'en')})`}.`,
    critical: (condition: string) => `Becomes critical when it ${condition} for as long.`,
    closes: (minutes: number) =>
      minutes === 0
        ? 'Closes at the first period without a violation.'
        : `Closes after ${writeDuration(minutes, 'words', 'en')} without a violation.`,
    depends: (metrics: string) => `Is held while a rule on ${metrics} fires on the same resource.`,
    allExcept: (names: string[], others: number) =>
      `each matching resource except ${listed([...names, ...(others > 0 ? [plural(others, 'other', 'others')] : [])], 'and')}`,
    missing: {
      ignored: '',
      violates: 'A period without data counts as a violation.',
      healthy: 'A period without data counts as healthy.',
    } satisfies Record<AlertRule['missingData'], string>,
    valid: (from: string, to: string) => `Valid ${[from ? `from ${from}` : '', to ? `until ${to}` : ''].filter(Boolean).join(' ')}.`,
    and: (names: string[]) => listed(names, 'or'),
  },
  {
    title: 'Larmregler',
    ofResource: 'Resursens larmregler',
    create: 'Skapa larmregel',
    search: 'Sök larmregel',
    which: 'Vilka regler',
    scopes: { all: 'Alla', active: 'Aktiva', inactive: 'Inaktiva' },
    severity: 'Allvarlighetsgrad',
    state: 'Status',
    stateFilters: {
      firing: 'Larmar',
      counting: 'Utanför gränsen',
      inhibited: 'Hålls tillbaka',
      'no-data': 'Inga data',
      'not-evaluated': 'Utvärderas inte',
      ok: 'OK',
    },
    listFailed: 'Larmreglerna kunde inte hämtas.',
    nothingMatches: 'Ingen larmregel matchar',
    nothing: 'Inga larmregler än',
    nothingText: 'En larmregel bevakar ett mått och larmar när det passerar ett gränsvärde tillräckligt länge.',
    keys: 'På en rad: E redigera · C kopiera · O aktivera eller inaktivera · Delete tar bort',
    provided: 'Från er leverantör',
    newThresholds: 'Er leverantör har nya gränsvärden',
    providedBy: (name: string) => `Från er leverantör: ${name}.`,
    providedThresholds: 'Ni kan ändra gränsvärdena; leverantören ändrar resten.',
    providedFixed: 'Be leverantören ändra den.',
    columns: {
      name: 'Namn',
      rule: 'Regel',
      covers: 'Omfattar',
      state: 'Status nu',
      evaluated: 'Utvärderad till',
      lastFired: 'Larmade senast',
      severity: 'Allvarlighetsgrad',
    },
    byFilter: (n: number) => (n === 1 ? '1 resurs' : `${n} resurser`),
    byFilterUncounted: 'Alla som matchar',
    never: 'Aldrig',
    inactive: 'Inaktiv',
    notActiveYet: 'Startar',
    notEvaluatedYet: 'Inte utvärderad än',
    evaluatedUntil: 'Utvärderad till',
    notEvaluated: 'Utvärderas inte',
    notEvaluatedSince: (since: string, reason: string) => `Utvärderas inte sedan ${since} på grund av ett fel: ${reason}`,
    notEvaluatedOn: (n: number, since: string, reason: string) =>
      `Utvärderas inte på ${n === 1 ? 'en serie' : `${n} serier`} sedan ${since} på grund av ett fel: ${reason}`,
    evaluatedAgain: 'Ett nytt försök görs vid nästa period.',
    evaluatedHourly: 'Ett nytt försök görs varje timme. Om du redigerar regeln görs det direkt.',
    activeSince: (time: string) => `Aktiv sedan ${time}`,
    firing: (n: number) => (n === 1 ? 'Larmar' : `Larmar på ${n}`),
    firingCritical: (n: number) => (n === 1 ? 'Larmar, kritiskt' : `Kritiskt på ${n}`),
    counting: (violations: number, needed: number) => `${violations} av ${needed}`,
    inhibited: 'Hålls tillbaka',
    noData: 'Inga data',
    noDataOn: (n: number) => `Inga data från ${n}`,
    noMetric: 'Måttet saknas',
    ok: 'OK',
    details: 'Larmregel',
    edit: 'Redigera',
    copy: 'Kopiera',
    enable: 'Aktivera',
    disable: 'Inaktivera',
    remove: 'Ta bort',
    enabled: 'Larmregeln är aktiverad.',
    disabled: 'Larmregeln är inaktiverad. Ett öppet larm förblir öppet.',
    removed: 'Larmregeln är borttagen.',
    restored: 'Larmregeln är tillbaka.',
    saveFailed: 'Det gick inte att spara larmregeln. Försök igen senare.',
    updateFailed: 'Det gick inte att uppdatera larmregeln. Försök igen senare.',
    enableFailed: 'Det gick inte att aktivera larmregeln. Försök igen senare.',
    disableFailed: 'Det gick inte att inaktivera larmregeln. Försök igen senare.',
    removeFailed: 'Det gick inte att ta bort larmregeln. Försök igen senare.',
    coveredNow: 'Omfattar nu',
    coveredFailed: 'Det gick inte att hämta vad regeln omfattar.',
    coversNothing: 'Ingen resurs matchar filtret nu. En som tillkommer omfattas automatiskt.',
    more: 'Visa fler',
    history: 'Historik',
    historyFailed: 'Historiken kunde inte hämtas.',
    changedFields: (fields: string) => `Ändrat: ${fields}`,
    runbook: 'Åtgärdsguide',
    states: swedish.states,
    changes: swedish.changes,
    aggregations: swedish.aggregations,
    measured: (aggregation: RuleAggregation, metric: string) => `${shortSwedish[aggregation]} ${metric}`,
    short: (aggregation: RuleAggregation, metric: string, condition: string, minutes: number) =>
      `${shortSwedish[aggregation]} ${metric} ${condition} i ${writeDuration(minutes, 'exact', 'sv')}`,
    compared: (comparison: ThresholdComparison, threshold: string) => `${swedish.compares[comparison]} ${threshold}`,
    condition: (comparison: ThresholdComparison, threshold: string) => `är ${swedish.compares[comparison]} ${threshold}`,
    fires: (aggregation: RuleAggregation, metric: string, subject: string, condition: string, n: number) =>
      `Larmar när ${swedish.aggregations[aggregation]} av ${metric}${subject ? ` på ${subject}` : ''} ${condition} ${n === 1 ? 'under en femminutersperiod' : `under ${n} femminutersperioder i rad (${writeDuration(n * 5, 'words', 'sv')})`}.`,
    critical: (condition: string) => `Blir kritiskt när värdet ${condition} lika länge.`,
    closes: (minutes: number) =>
      minutes === 0
        ? 'Stängs vid första perioden utan överträdelse.'
        : `Stängs efter ${writeDuration(minutes, 'words', 'sv')} utan överträdelse.`,
    depends: (metrics: string) => `Hålls tillbaka medan en regel på ${metrics} larmar på samma resurs.`,
    allExcept: (names: string[], others: number) =>
      `varje matchande resurs utom ${listed([...names, ...(others > 0 ? [plural(others, 'annan', 'andra')] : [])], 'och')}`,
    missing: {
      ignored: '',
      violates: 'En period utan data räknas som en överträdelse.',
      healthy: 'En period utan data räknas som felfri.',
    },
    valid: (from: string, to: string) => `Gäller ${[from ? `från ${from}` : '', to ? `till ${to}` : ''].filter(Boolean).join(' ')}.`,
    and: (names: string[]) => listed(names, 'eller'),
  },
)
