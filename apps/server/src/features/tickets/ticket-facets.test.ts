import assert from 'node:assert/strict'
import { test } from 'node:test'
import { facetQuery } from './ticket-facets.ts'

test('a filter becomes a query of facets, of which each ticket that meets it has one in every group', () => {
  const id = '6F9619FF-8B86-4D01-B42D-00CF4FC964FF'
  assert.equal(facetQuery({ type: ['incident'], priority: [2, 3] }), "('t:incident') & ('p:2' | 'p:3')")
  assert.equal(
    facetQuery({ assignee: ['nobody', id, 'Åsa'], tag: ["it's", 'a\\b'] }),
    "('a:' | 'i:6f9619ff-8b86-4d01-b42d-00cf4fc964ff' | 'a:Åsa') & ('l:it''s' | 'l:a\\\\b')",
  )
  assert.equal(
    facetQuery({ tag: ['x'], onlyOpen: true, customer: ['1001'] }),
    "('l:x') & ('c:1001') & ('s:new' | 's:in_progress' | 's:waiting_for_customer')",
  )
  assert.equal(facetQuery({ assigneeGroup: ['🔥'.repeat(300)] }), `('g:${'🔥'.repeat(200)}')`)
})

test('there is no query where nothing would be narrowed down, or no one is meant', () => {
  for (const filter of [{}, { onlyOpen: true }, { customer: ['1001'] }, { requester: ['me'] }, { assignee: ['me'], me: null }])
    assert.equal(facetQuery(filter), null)
})
