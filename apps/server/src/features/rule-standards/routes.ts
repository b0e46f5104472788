import * as contract from '@vakt/contract/alert-rules/rule-standards.ts'
import { serve } from '#server/platform/http/serve.ts'
import { applyStandard, excludeFromStandard, stopStandard } from './apply-standard.ts'
import { previewStandard } from './follow-groups.ts'
import { listFollowers, listStandards, readStandard } from './list-standards.ts'
import { changeStandard, createStandard, deleteStandard } from './manage-standards.ts'

export const ruleStandardRoutes = [
  serve(contract.listRuleStandards, (context, { query, after }) => listStandards(context, query, after)),
  serve(contract.getRuleStandard, (context, { params }) => readStandard(context, params.standardId)),
  serve(contract.getStandardCover, (context, { query }) => previewStandard(context, query)),
  serve(contract.createRuleStandard, (context, { body }) => createStandard(context, body)),
  serve(contract.changeRuleStandard, (context, { params, body }) => changeStandard(context, params.standardId, body)),
  serve(contract.deleteRuleStandard, (context, { params }) => deleteStandard(context, params.standardId)),
  serve(contract.listStandardFollowers, (context, { params, query, after }) =>
    listFollowers(context, params.standardId, { ...query, after }),
  ),
  serve(contract.applyRuleStandard, (context, { params, body }) => applyStandard(context, params.standardId, body)),
  serve(contract.stopRuleStandard, (context, { params, body }) => stopStandard(context, params.standardId, body)),
  serve(contract.excludeFromRuleStandard, (context, { params, body }) => excludeFromStandard(context, params.standardId, body)),
]
