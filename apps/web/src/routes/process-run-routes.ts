import { createRoute } from '@tanstack/react-router'
import { environmentAccess } from '@vakt/contract/features.ts'
import { processRunsSearch } from '#web/features/process-runs/process-runs-search.ts'
import { requireAccess } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { application } from './application-routes.tsx'

const runList = createRoute({
  getParentRoute: () => application,
  path: '/automation/$customerId/runs',
  validateSearch: processRunsSearch,
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: screen(() => import('#web/features/process-runs/process-runs-page.tsx').then((module) => module.ProcessRunsPage)),
})

const runPage = createRoute({
  getParentRoute: () => application,
  path: '/automation/$customerId/runs/$runId',
  beforeLoad: requireAccess(environmentAccess, 'whole'),
  component: screen(() => import('#web/features/process-runs/process-run-page.tsx').then((module) => module.ProcessRunPage)),
})

export const processRunRoutes = [runList, runPage]
