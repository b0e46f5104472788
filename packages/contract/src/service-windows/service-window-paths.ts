export const ofCustomer = '/customer/:customerId/service-window' as const
export const one = `${ofCustomer}/:serviceWindowId` as const
