import type { AlertTarget } from '@vakt/domain/alert-event.ts'
import { withoutEndSlashes } from '@vakt/domain/trim-characters.ts'
import { labelOf, textLimits } from './read-field.ts'

const mostTargets = 20
const resourceIdLabels = ['resource_id', 'azure_resource_id', 'resourceId', 'ResourceId', '_ResourceId', 'arn', 'aws_arn']
const hostLabels = ['instance', 'host', 'hostname', 'node', 'nodename', 'vm', 'device']
const armId = /^\/(?:subscriptions|providers\/microsoft\.management)\/[^/\s]+(?:\/[^\n]*)?$/i
const arn = /^arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:[0-9]*:\S+$/
const host = /^[\p{L}\p{N}._:-]{1,253}$/u
const thisMachine = /^(?:localhost(?:\..*)?|127\.[\d.]+|::1|0\.0\.0\.0|::)$/

export function isResourceId(value: string): boolean {
  return value.length <= textLimits.label && (armId.test(value) || arn.test(value))
}

export function resourceTarget(value: string | null): AlertTarget[] {
  return value === null || !isResourceId(value) ? [] : [{ kind: 'resource-id', value: withoutEndSlashes(value) }]
}

export function entityTarget(value: string | null): AlertTarget[] {
  return value === null ? [] : [{ kind: 'vakt-entity', value }]
}

/** A host from a name, `host:port`, `[v6]:port` or a web address. A monitor's own loopback address names nothing. */
export function hostTarget(value: string | null): AlertTarget[] {
  if (value === null) return []
  const name = withoutPort(authorityOf(value)).toLowerCase().replace(/\.$/, '')
  return host.test(name) && /[\p{L}\p{N}]/u.test(name) && !thisMachine.test(name) ? [{ kind: 'host', value: name }] : []
}

function authorityOf(value: string) {
  const address = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(value)
  return address?.[1] === undefined ? value : address[1].slice(address[1].lastIndexOf('@') + 1)
}

function withoutPort(authority: string) {
  const bracketed = /^\[([^\]]*)\]/.exec(authority)
  if (bracketed?.[1] !== undefined) return bracketed[1]
  const parts = authority.split(':')
  return parts.length === 2 ? (parts[0] ?? '') : authority
}

/** What labels name, most certain first: cloud resource ids, then `vakt_entity`, then hosts. */
export function targetsOfLabels(labels: Record<string, string>): AlertTarget[] {
  const named = resourceIdLabels.map((name) => labelOf(labels, name))
  return distinctTargets([
    ...named.flatMap(resourceTarget),
    ...Object.values(labels).flatMap(resourceTarget),
    ...entityTarget(labelOf(labels, 'vakt_entity')),
    ...hostLabels.flatMap((name) => hostTarget(labelOf(labels, name))),
  ])
}

export function distinctTargets(targets: AlertTarget[]): AlertTarget[] {
  const distinct = new Map<string, AlertTarget>()
  for (const target of targets) {
    const key = `${target.kind} ${target.value.toLowerCase()}`
    if (!distinct.has(key)) distinct.set(key, target)
  }
  return [...distinct.values()].slice(0, mostTargets)
}

/** What to call a target on screen: the last part of an id, else the name itself. */
export function nameOfTarget(target: AlertTarget | undefined): string | null {
  if (target === undefined) return null
  if (target.kind !== 'resource-id') return target.value
  return target.value.split(target.value.startsWith('/') ? '/' : /[:/]/).at(-1) || target.value
}
