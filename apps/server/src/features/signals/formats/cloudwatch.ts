import type { AlertEvent, ReadSignal } from '@vakt/domain/alert-event.ts'
import { parseWithin } from '#server/features/signals/check-json.ts'
import { distinctTargets, entityTarget, hostTarget, nameOfTarget, resourceTarget, targetsOfLabels } from './alert-targets.ts'
import { readEventBridgeAlarm } from './eventbridge-alarm.ts'
import {
  type Fields,
  field,
  isFields,
  joinParagraphs,
  keepFirstLabels,
  noAlerts,
  readFields,
  readList,
  readText,
  readTextField,
  readTime,
  readWebAddress,
  shortIdentity,
  textLimits,
  unrecognised,
} from './read-field.ts'
import { readSeverity } from './read-severity.ts'

type Labels = Record<string, string>

/**
 * Reads a CloudWatch alarm within a notification of Amazon SNS, whose signature was verified before (`sns/verify-sns.ts`). The envelope may
 * hold anything else that publishes to the topic, plain text included.
 */
export function readCloudWatch(body: unknown): ReadSignal {
  if (!isFields(body)) return unrecognised('not-object')
  const type = readText(field(body, 'Type'))
  if (type !== null && type !== 'Notification') return noAlerts('cloudwatch-subscription')
  const within = type === null ? { value: body } : parse(field(body, 'Message'))
  if ('fault' in within && within.fault !== 'not-json') return unrecognised(within.fault)
  const message = 'value' in within ? within.value : null
  const alarm = (isFields(message) ? readEventBridgeAlarm(message) : null) ?? message
  const name = isFields(alarm) ? readText(field(alarm, 'AlarmName'), textLimits.name) : null
  if (!isFields(alarm) || name === null) return unrecognised('cloudwatch-no-alarm')
  const state = readText(field(alarm, 'NewStateValue'))
  const place = readPlace(alarm, readText(field(body, 'TopicArn')))
  if (state === 'INSUFFICIENT_DATA')
    return {
      ...noAlerts('cloudwatch-little-data', { alarm: name }),
      notes: [{ source: 'cloudwatch-sns', fingerprint: fingerprintOf(place, name), step: 'source-little-data' }],
    }
  if (state !== 'ALARM' && state !== 'OK') return unrecognised('cloudwatch-state')
  return { kind: 'alerts', events: [readAlarm(alarm, { name, place, state: state === 'ALARM' ? 'firing' : 'resolved' })] }
}

const parse = (message: unknown): ReturnType<typeof parseWithin> =>
  typeof message === 'string' ? parseWithin(message) : { fault: 'not-json' }

type Place = { arn: string | null; region: string; account: string }

/** The region in the body is a display name; the ARNs hold its code. */
function readPlace(alarm: Fields, topicArn: string | null): Place {
  const arn = readText(field(alarm, 'AlarmArn'))
  return { arn, region: (arn ?? topicArn ?? '').split(':')[3] ?? '', account: readText(field(alarm, 'AWSAccountId')) ?? '' }
}

const fingerprintOf = ({ arn, account, region }: Place, name: string) => shortIdentity(arn ?? `${account}:${region}:${name}`)

function readAlarm(alarm: Fields, { name, place, state }: { name: string; place: Place; state: AlertEvent['state'] }): AlertEvent {
  const trigger = readFields(field(alarm, 'Trigger'))
  const metric = readMetric(trigger)
  const dimensions = readDimensions(metric)
  const description = readText(field(alarm, 'AlarmDescription'), textLimits.description)
  const reason = readText(field(alarm, 'NewStateReason'), textLimits.description)
  const time = readTime(field(alarm, 'StateChangeTime'))
  const namespace = readTextField(metric, 'Namespace')
  const targets = distinctTargets([
    ...resourceTarget(toArn(namespace, dimensions, place)),
    ...targetsOfLabels(dimensions),
    ...Object.values(dimensions).flatMap(entityTarget),
    ...hostTarget(dimensions.InstanceId ?? null),
  ])
  return {
    source: 'cloudwatch-sns',
    fingerprint: fingerprintOf(place, name),
    state,
    startedAt: state === 'firing' ? time : null,
    endedAt: state === 'resolved' ? time : null,
    name,
    rule: name,
    description: joinParagraphs([description, reason]),
    severity: readSeverity(/\bseverity\s?[=:]\s?(\w+)/i.exec(description ?? '')?.[1] ?? null) ?? 'medium',
    metricName: readTextField(metric, 'MetricName'),
    targets,
    targetName: nameOfTarget(targets[0]),
    labels: keepFirstLabels({
      ...readLimit(trigger, reason),
      ...dimensions,
      ...(namespace ? { namespace } : {}),
      ...readRunbook(description),
    }),
    sourceUrl: /^[a-z0-9-]+$/.test(place.region)
      ? readWebAddress(
          `https://${place.region}.console.aws.amazon.com/cloudwatch/home?region=${place.region}#alarmsV2:alarm/${encodeURIComponent(name)}`,
        )
      : null,
  }
}

/** The metric of the alarm; of metric math the first that is a metric of its own. */
function readMetric(trigger: Fields): Fields {
  if (readTextField(trigger, 'MetricName')) return trigger
  const metrics = readList(field(trigger, 'Metrics')).map((one) => field(readFields(field(readFields(one), 'MetricStat')), 'Metric'))
  return metrics.find(isFields) ?? {}
}

function readDimensions(metric: Fields): Labels {
  const list = readList(field(metric, 'Dimensions')).map(readFields)
  return Object.fromEntries(
    list.flatMap((one) => {
      const name = readText(field(one, 'name'), textLimits.labelName)
      const value = readText(field(one, 'value'))
      return name === null || value === null ? [] : [[name, value]]
    }),
  )
}

/** The dimension of a namespace that names a resource, and how its ARN goes on. */
const resources: Record<string, { dimension: string; service: string; type: string }> = {
  'AWS/EC2': { dimension: 'InstanceId', service: 'ec2', type: 'instance/' },
  'AWS/RDS': { dimension: 'DBInstanceIdentifier', service: 'rds', type: 'db:' },
  'AWS/Lambda': { dimension: 'FunctionName', service: 'lambda', type: 'function:' },
  'AWS/ApplicationELB': { dimension: 'LoadBalancer', service: 'elasticloadbalancing', type: 'loadbalancer/' },
  'AWS/NetworkELB': { dimension: 'LoadBalancer', service: 'elasticloadbalancing', type: 'loadbalancer/' },
  'AWS/SQS': { dimension: 'QueueName', service: 'sqs', type: '' },
  'AWS/DynamoDB': { dimension: 'TableName', service: 'dynamodb', type: 'table/' },
}

function toArn(namespace: string | null, dimensions: Labels, { region, account }: Place): string | null {
  const resource = namespace !== null && Object.hasOwn(resources, namespace) ? resources[namespace] : undefined
  const id = resource && Object.hasOwn(dimensions, resource.dimension) ? dimensions[resource.dimension] : undefined
  return resource && id ? `arn:aws:${resource.service}:${region}:${account}:${resource.type}${id}` : null
}

const operators: Labels = {
  GreaterThanThreshold: '>',
  GreaterThanOrEqualToThreshold: '>=',
  LessThanThreshold: '<',
  LessThanOrEqualToThreshold: '<=',
}

/** The reason holds the value: `Threshold Crossed: 1 datapoint [97.3 (22/11/26 10:00:00)] was greater than …`. */
function readLimit(trigger: Fields, reason: string | null): Labels {
  const comparison = readTextField(trigger, 'ComparisonOperator') ?? ''
  const facts = {
    value: /\[(-?\d[\d.eE+-]*)/.exec(reason ?? '')?.[1] ?? null,
    threshold: readTextField(trigger, 'Threshold'),
    operator: Object.hasOwn(operators, comparison) ? (operators[comparison] ?? null) : null,
  }
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null))
}

function readRunbook(description: string | null): Labels {
  const address = readWebAddress(/\brunbook\s?[=:]\s?(https?:\/\/\S+)/i.exec(description ?? '')?.[1])
  return address === null ? {} : { runbook_url: address }
}
