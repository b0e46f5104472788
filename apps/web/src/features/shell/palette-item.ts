import type { LucideIcon } from 'lucide-react'
import type { Level } from '#web/shared/severity/severity-mark.tsx'

/** In the order in which they are shown. */
export const paletteGroups = [
  'acts',
  'recent',
  'incidents',
  'tickets',
  'alerts',
  'entities',
  'rules',
  'customers',
  'pages',
  'creations',
  'settings',
] as const
export type PaletteGroup = (typeof paletteGroups)[number]

/** One thing that the command palette leads to, or does. */
export type PaletteItem = {
  /** The same for the same thing in every session. */
  id: string
  group: PaletteGroup
  /** The group that a recent choice came from. */
  origin?: PaletteGroup
  label: string
  /** Its severity or priority, drawn in the place of the icon while it is open. */
  level?: Level | undefined
  detail?: string | undefined
  /** More words that find it and are not shown. */
  keywords?: string
  icon: LucideIcon
  /** Within a part that is offered as a whole: shown once it is asked for. */
  isInner?: boolean
} & ({ href: string; run?: undefined } | { href?: undefined; run: () => void })
