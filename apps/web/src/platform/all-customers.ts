/** Stands in a query key in place of the customer where the rows are those of all of them. */
export const allCustomers = 'all customers'
