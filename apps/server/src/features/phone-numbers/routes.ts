import * as contract from '@vakt/contract/on-call/phone-numbers.ts'
import { serve } from '#server/platform/http/serve.ts'
import * as verbs from './change-phone-number.ts'

export const phoneNumberRoutes = (parts: verbs.PhoneNumberParts) => [
  serve(contract.getPhoneNumber, (context) => verbs.getOwnNumber(context, parts)),
  serve(contract.savePhoneNumber, (context, { body }) => verbs.saveOwnNumber(context, body.number, parts)),
  serve(contract.confirmPhoneNumber, (context, { body }) => verbs.confirmOwnNumber(context, body.code, parts)),
  serve(contract.removePhoneNumber, (context) => verbs.removeOwnNumber(context)),
  serve(contract.getUserPhoneNumber, (context, { params }) => verbs.getUserNumber(context, params.customerId, params.userId, parts)),
  serve(contract.saveUserPhoneNumber, (context, { params, body }) => verbs.saveUserNumber(context, { ...params, ...body }, parts)),
]
