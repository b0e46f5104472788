/** Give alerts another incident, entity or customer. The caller holds the lock of the customer's alerts, and settles the incidents afterwards. */
export { bindAlerts, type MovedAlert, moveAlerts, moveAlertsAway, moveChosenAlerts } from './alert-moving-table.ts'
