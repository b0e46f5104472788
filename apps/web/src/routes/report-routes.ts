import { createRoute } from '@tanstack/react-router'
import { reportSearch } from '#web/features/reports/report-search.ts'
import { requireAccess } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { application } from './application-routes.tsx'

const beforeLoad = requireAccess(['@feature.report.read'])

const reportList = createRoute({
  getParentRoute: () => application,
  path: '/reports/$customerId',
  beforeLoad,
  component: screen(() => import('#web/features/reports/reports-page.tsx').then((module) => module.ReportsPage)),
})

const report = createRoute({
  getParentRoute: () => application,
  path: '/reports/$customerId/$groupId/report/$reportId',
  validateSearch: reportSearch,
  beforeLoad,
  component: screen(() => import('#web/features/reports/report-page.tsx').then((module) => module.ReportPage)),
})

export const reportRoutes = [reportList, report]
