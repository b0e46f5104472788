export {
  endMutesForAllCustomers as endMutes,
  type Mute,
  readMutesForAllCustomers as findMutes,
  reminderQueueName,
} from './mute-table.ts'
