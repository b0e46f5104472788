export {
  readIncidentFollowersForAllCustomers as findIncidentFollowers,
  readTicketFollowersForAllCustomers as findTicketFollowers,
} from './follow-table.ts'
