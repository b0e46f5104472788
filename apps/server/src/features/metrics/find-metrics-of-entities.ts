/** The metrics of a customer, for rules by filter. */
export { listMetricsOfEntities } from './metric-series-table.ts'
