/** When windows held, for the back-test of alert rules. */
export { findPastHolds } from './past-hold-table.ts'
