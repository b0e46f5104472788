/** Alerts as they are stored, for other features. Who changes them holds the lock of the customer's alerts. */
export { insertTrail, lockAlertsOfCustomer, type TrailEntry } from './alert-state-table.ts'
