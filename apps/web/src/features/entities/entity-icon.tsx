import {
  Box,
  ChartNoAxesColumn,
  Container,
  Database,
  HardDrive,
  KeyRound,
  type LucideIcon,
  Network,
  Server,
  ShieldCheck,
  Workflow,
} from 'lucide-react'

/** The first that a type's words hold; types of every cloud are named by the same few things. */
const kinds: [RegExp, LucideIcon][] = [
  [/vault|secret|kms|certificate/, KeyRound],
  [/sql|database|dbfor|cosmos|rds|dynamo|redis|cache|elasticpool/, Database],
  [/disk|storage|s3|bucket|snapshot|volume|backup|recovery/, HardDrive],
  [/kubernetes|managedcluster|container|eks|gke|registry/, Container],
  [/firewall|securitygroup|security|policy|identity|waf/, ShieldCheck],
  [/network|subnet|gateway|loadbalancer|dns|frontdoor|publicip|vpc|cdn|route/, Network],
  [/insight|monitor|workspace|log|alert|dashboard/, ChartNoAxesColumn],
  [/logic|function|workflow|automation|eventgrid|servicebus|eventhub|queue|lambda/, Workflow],
  [/virtualmachine|instance|compute|server|machine|sites|serverfarm|app/, Server],
]

export function EntityIcon({ type }: { type: string }) {
  const words = type.toLowerCase()
  const Icon = kinds.find(([pattern]) => pattern.test(words))?.[1] ?? Box
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
}
