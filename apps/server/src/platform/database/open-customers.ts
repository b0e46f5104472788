/** SQL: the customer of a row is not closed. For work over all customers; staff's own reads are held to it by the policies of the tables. */
export const ofOpenCustomer = (column: string): string => `${column} not in (select customer_id from closed_customer)`
