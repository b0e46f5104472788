export { readTicketFollowersForAllCustomers as findTicketFollowers } from './follow-table.ts'
