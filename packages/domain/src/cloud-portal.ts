const armId = /^\/subscriptions\/[0-9a-f-]{36}(\/[\w.()\-~ ]+)*\/?$/i
const arn = /^arn:(aws|aws-cn|aws-us-gov):[\w-]+:[\w-]*:\d*:[\w.:/@=+,\-*]+$/
const googleName = /^\/\/[\w-]+\.googleapis\.com\/projects\/([a-z0-9.:-]+)\/(.+)$/
const instance = /^zones\/([a-z0-9-]+)\/instances\/([a-z0-9-]+)$/

const consolesOfAws: Record<string, string> = {
  aws: 'https://console.aws.amazon.com',
  'aws-cn': 'https://console.amazonaws.cn',
  'aws-us-gov': 'https://console.amazonaws-us-gov.com',
}

/** Where the cloud itself shows a resource, by the id that it gave it. Null for an id of another form: nothing else gets into a link. */
export function cloudPortalOf(externalId: string): { portal: 'azure' | 'aws' | 'google'; url: string } | null {
  if (armId.test(externalId))
    return { portal: 'azure', url: `https://portal.azure.com/#resource${encodeURI(externalId.replace(/\/$/, ''))}/overview` }
  const partition = arn.exec(externalId)?.[1]
  if (partition) return { portal: 'aws', url: `${consolesOfAws[partition]}/go/view?arn=${encodeURIComponent(externalId)}` }
  const [, project, rest = ''] = googleName.exec(externalId) ?? []
  if (!project) return null
  const [, zone, name] = instance.exec(rest) ?? []
  const path = zone ? `compute/instancesDetail/zones/${zone}/instances/${name}` : 'home/dashboard'
  return { portal: 'google', url: `https://console.cloud.google.com/${path}?project=${encodeURIComponent(project)}` }
}
