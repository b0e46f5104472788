import * as contract from '@vakt/contract/contact-rules.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getPreference, savePreference } from './contact-preference.ts'
import { addDevice, type ContactParts, listDevices, removeDevice } from './push-devices.ts'
import { testContact } from './test-contact.ts'

export const contactRuleRoutes = (parts: ContactParts) => [
  serve(contract.getContactPreference, (context) => getPreference(context)),
  serve(contract.saveContactPreference, (context, { body }) => savePreference(context, body)),
  serve(contract.testContact, (context, { body }) => testContact(context, body.channel, parts)),
  serve(contract.listPushDevices, (context) => listDevices(context, parts)),
  serve(contract.addPushDevice, (context, { body }) => addDevice(context, body, parts)),
  serve(contract.removePushDevice, (context, { params }) => removeDevice(context, params.deviceId)),
]
