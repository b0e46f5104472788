/** The state of a delivery as people see it: what its provider reported since, and a claim is a part of sending. */
export const stateOfDelivery = (table: string): string =>
  `case when ${table}.state = 'claimed' then 'sending' when ${table}.state = 'sent' and ${table}.report = 'delivered' then 'delivered' else ${table}.state end`
