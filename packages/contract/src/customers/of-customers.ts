import { object, several, Type } from '@vakt/contract/schema.ts'

/** Whose a row is, in a list over all customers. */
export const customer = object({ customerId: Type.String(), name: Type.String() })

/** The filter of such a list: only rows of these customers. */
export const ofCustomers = several(Type.String({ minLength: 1, maxLength: 64 }))
