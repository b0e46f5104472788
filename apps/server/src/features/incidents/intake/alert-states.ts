/** Alerts as they are stored, for their intake and for what people do about incidents. Who changes them holds the lock of the customer's alerts. */
export {
  type AlertRow,
  endEndlessAlerts,
  findFiringAlertsForAllCustomers,
  insertTrail,
  lockAlertsOfCustomer,
  readAlertStates,
  readFiringBySourceKey,
  readOwnersOfAlertsForAllCustomers,
  saveAlertStates,
  type TrailEntry,
  touchAlertStates,
} from './alert-state-table.ts'
