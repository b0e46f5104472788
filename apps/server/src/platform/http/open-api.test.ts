import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@vakt/contract/operations.ts'
import { buildOpenApi } from './open-api.ts'

type Schema = { required?: string[]; properties: Record<string, Schema> }
type Call = {
  requestBody: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
type Parameter = { name: string; required: boolean }

const { paths } = buildOpenApi(operations) as { paths: Record<string, Record<string, Call & { parameters: Parameter[] }>> }
const tickets = paths['/api/v1/customer/{customerId}/ticket']

test('what has a default may be left out of what is sent, in the body as in the query', () => {
  assert.deepEqual(tickets?.post?.requestBody.content['application/json']?.schema.required, ['subject', 'description', 'email'])
  assert.deepEqual(
    tickets?.get?.parameters.filter(({ required }) => required).map(({ name }) => name),
    ['customerId'],
  )
})

test('what is answered is always there', () => {
  const answer = tickets?.post?.responses['200']?.content['application/json']?.schema
  assert.deepEqual(answer?.properties.result?.required, ['ticketId', 'temp_id'])
})
