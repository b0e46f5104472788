import * as cover from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import * as contract from '@vakt/contract/alert-rules/alert-rules.ts'
import { countAlertRulesOfAllCustomers, listAlertRulesOfAllCustomers } from '@vakt/contract/alert-rules/alert-rules-of-all.ts'
import type { MetricStore } from '#server/features/metrics/metric-store.ts'
import { serve } from '#server/platform/http/serve.ts'
import { backTestRule } from './back-test-rule.ts'
import { listCovered } from './list-covered.ts'
import { listCustomerRuleMetrics, listRuleExamples, listRuleMetrics } from './list-rule-metrics.ts'
import { countRules, countRulesOfAllCustomers, getRule, listRuleHistory, listRules, listRulesOfAllCustomers } from './list-rules.ts'
import { changeManyRules, changeRule, createRule, decideThresholds, deleteRule, restoreRule, switchRule } from './manage-rules.ts'

export const alertRuleRoutes = (store: MetricStore) => [
  serve(contract.listAlertRules, (context, { params, query, after }) => listRules(context, params.customerId, query, after)),
  serve(listAlertRulesOfAllCustomers, (context, { query, after }) => listRulesOfAllCustomers(context, query, after)),
  serve(contract.countAlertRules, (context, { params, query }) => countRules(context, params.customerId, query)),
  serve(countAlertRulesOfAllCustomers, (context, { query }) => countRulesOfAllCustomers(context, query)),
  serve(contract.getAlertRule, (context, { params }) => getRule(context, params.customerId, params.alertRuleId)),
  serve(contract.createAlertRule, (context, { params, body }) => createRule(context, params.customerId, body)),
  serve(contract.changeAlertRule, (context, { params, body }) => changeRule(context, params.customerId, params.alertRuleId, body)),
  serve(contract.decideStandardThresholds, (context, { params, body }) =>
    decideThresholds(context, params.customerId, params.alertRuleId, body),
  ),
  serve(contract.enableAlertRule, (context, { params }) => switchRule(context, params.customerId, params.alertRuleId, true)),
  serve(contract.disableAlertRule, (context, { params }) => switchRule(context, params.customerId, params.alertRuleId, false)),
  serve(contract.deleteAlertRule, (context, { params }) => deleteRule(context, params.customerId, params.alertRuleId)),
  serve(contract.restoreAlertRule, (context, { params }) => restoreRule(context, params.customerId, params.alertRuleId)),
  serve(contract.changeManyAlertRules, (context, { params, body }) => changeManyRules(context, params.customerId, body)),
  serve(contract.listAlertRuleHistory, (context, { params, query, after }) =>
    listRuleHistory(context, params.customerId, params.alertRuleId, { ...query, after }),
  ),
  serve(cover.listCoveredEntities, (context, { params, query, after }) =>
    listCovered(context, store, params.customerId, { ...query, id: params.alertRuleId, after }),
  ),
  serve(cover.backTestAlertRule, (context, { params, body }) => backTestRule(context, store, params.customerId, body)),
  serve(cover.listCustomerRuleMetrics, (context, { params }) => listCustomerRuleMetrics(context, params.customerId)),
  serve(cover.listRuleExamples, (context, { params, query }) => listRuleExamples(context, params.customerId, query)),
  serve(cover.listRuleMetrics, (context, { params }) => listRuleMetrics(context, store, params.customerId, params.entityId)),
]
