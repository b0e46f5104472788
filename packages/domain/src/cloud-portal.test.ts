import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cloudPortalOf } from './cloud-portal.ts'

test('each cloud’s own page by the id that it gave', () => {
  const id = '/subscriptions/3f1c2b7e-6d0a-4c1f-9b52-71a0c2d4e801/resourceGroups/rg web/providers/Microsoft.Web/sites/app'
  assert.deepEqual(cloudPortalOf(id), {
    portal: 'azure',
    url: 'https://portal.azure.com/#resource/subscriptions/3f1c2b7e-6d0a-4c1f-9b52-71a0c2d4e801/resourceGroups/rg%20web/providers/Microsoft.Web/sites/app/overview',
  })
  assert.equal(
    cloudPortalOf('arn:aws:ec2:eu-north-1:123456789012:instance/i-0abc')?.url,
    'https://console.aws.amazon.com/go/view?arn=arn%3Aaws%3Aec2%3Aeu-north-1%3A123456789012%3Ainstance%2Fi-0abc',
  )
  assert.equal(
    cloudPortalOf('//compute.googleapis.com/projects/shop-1/zones/europe-north1-a/instances/web-1')?.url,
    'https://console.cloud.google.com/compute/instancesDetail/zones/europe-north1-a/instances/web-1?project=shop-1',
  )
})

test('nothing else becomes a link', () => {
  for (const id of [
    '',
    'vm-1',
    'javascript:alert(1)',
    '/subscriptions/x/y',
    '/subscriptions/3f1c2b7e-6d0a-4c1f-9b52-71a0c2d4e801/a?b#c',
    'arn:aws:s3:::a"><script>',
    '//evil.example/projects/a/b',
  ])
    assert.equal(cloudPortalOf(id), null, id)
})
