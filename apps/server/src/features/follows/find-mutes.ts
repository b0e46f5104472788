export {
  endMutesForAllCustomers as endMutes,
  type Mute,
  readMutesForAllCustomers as findMutes,
  reminderQueueName,
  takeMute,
} from './mute-table.ts'
