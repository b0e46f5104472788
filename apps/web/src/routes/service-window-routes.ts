import { createRoute } from '@tanstack/react-router'
import { serviceWindowAccess } from '@vakt/contract/features.ts'
import { windowFormSearch, windowPageSearch, windowPeriodSearch, windowsSearch } from '#web/features/service-windows/windows-search.ts'
import { requireAccess } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { application } from './application-routes.tsx'

const writing = ['@feature.servicewindow.write'] as const
const loadForm = () => import('#web/features/service-windows/window-form-page.tsx').then((module) => module.WindowFormPage)

const windowList = createRoute({
  getParentRoute: () => application,
  path: '/service-window/$customerId',
  validateSearch: windowsSearch,
  beforeLoad: requireAccess(serviceWindowAccess),
  component: screen(() => import('#web/features/service-windows/windows-page.tsx').then((module) => module.WindowsPage)),
})

const createWindow = createRoute({
  getParentRoute: () => application,
  path: '/service-window/$customerId/create',
  validateSearch: windowFormSearch,
  beforeLoad: requireAccess(writing),
  component: screen(loadForm),
})

const startedWindows = createRoute({
  getParentRoute: () => application,
  path: '/service-window/$customerId/started',
  validateSearch: windowPeriodSearch,
  beforeLoad: requireAccess(serviceWindowAccess),
  component: screen(() => import('#web/features/service-windows/window-period-pages.tsx').then((module) => module.StartedWindowsPage)),
})

const heldAlerts = createRoute({
  getParentRoute: () => application,
  path: '/service-window/$customerId/held',
  validateSearch: windowPeriodSearch,
  beforeLoad: requireAccess(serviceWindowAccess),
  component: screen(() => import('#web/features/service-windows/window-period-pages.tsx').then((module) => module.HeldAlertsPage)),
})

const windowPage = createRoute({
  getParentRoute: () => application,
  path: '/service-window/$customerId/$swId',
  validateSearch: windowPageSearch,
  beforeLoad: requireAccess(serviceWindowAccess),
  component: screen(() => import('#web/features/service-windows/window-page.tsx').then((module) => module.WindowPage)),
})

const editWindow = createRoute({
  getParentRoute: () => application,
  path: '/service-window/$customerId/$swId/edit',
  validateSearch: windowFormSearch,
  beforeLoad: requireAccess(writing),
  component: screen(loadForm),
})

export const serviceWindowRoutes = [windowList, createWindow, startedWindows, heldAlerts, windowPage, editWindow]
