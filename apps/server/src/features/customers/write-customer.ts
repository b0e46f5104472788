/** For the features whose settings are columns of the customer. The caller holds its row locked. */
export { updateCustomerColumns, writeRoleFeatures } from './customer-column-table.ts'
