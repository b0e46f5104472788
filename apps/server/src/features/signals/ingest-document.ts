import { formats } from './formats/formats.ts'

const ingest = {
  summary: 'Take in a signal of a monitoring system',
  description: 'Answers 202 when the body is stored durably; what it means is found out afterwards. Send it again on 503.',
  tags: ['ingest'],
  security: [{ ingestToken: [] }],
  requestBody: { required: true, content: { 'application/json': { schema: {} } } },
  responses: {
    202: { description: 'Stored; `state` and `note` say where nothing of it is understood' },
    400: { description: 'Not JSON, or nested deeper than 200 levels, or more than 2,000,000 values; its beginning is kept' },
    401: { description: 'No ingest token, or one that was revoked or has expired' },
    403: { description: 'The token is not for this format' },
    404: { description: 'No such format' },
    413: { description: 'Larger than 20 MB' },
    503: { description: 'Try again in a moment' },
  },
}
const format = { name: 'format', in: 'path', required: true, schema: { type: 'string', enum: Object.keys(formats) } }
const token = { name: 'token', in: 'path', required: true, schema: { type: 'string' }, description: 'For senders that cannot set headers' }

/** How the ingest stands in the API document; it is no JSON call of the contract. */
export const ingestPaths = {
  '/ingest/v1/{format}': { post: { ...ingest, operationId: 'ingest', parameters: [format] } },
  '/ingest/v1/{format}/{token}': { post: { ...ingest, operationId: 'ingestWithTokenInPath', security: [], parameters: [format, token] } },
}
