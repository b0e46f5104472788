import { BellRing, Building2, Box as EntityIcon, Gauge, type LucideIcon, Siren, Ticket } from 'lucide-react'
import { type PaletteGroup, type PaletteItem, paletteGroups } from './palette-item.ts'
import { matchItems, plain } from './palette-match.ts'
import type { RecentChoice } from './palette-recent.ts'

/** What was found on the server before is shown again without asking; commands are taken from those of today. */
const keptIcons: Partial<Record<PaletteGroup, LucideIcon>> = {
  incidents: Siren,
  tickets: Ticket,
  alerts: BellRing,
  entities: EntityIcon,
  rules: Gauge,
  customers: Building2,
}

function recall(choice: RecentChoice, commands: PaletteItem[], mayFind: (group: PaletteGroup) => boolean): PaletteItem[] {
  const command = commands.find(({ id }) => id === choice.id)
  if (command) return [{ ...command, group: 'recent', origin: command.group }]
  const icon = keptIcons[choice.group]
  if (!icon || !choice.href || !mayFind(choice.group)) return []
  return [{ id: choice.id, group: 'recent', origin: choice.group, label: choice.label, detail: choice.detail, icon, href: choice.href }]
}

type Lists = {
  text: string
  commands: PaletteItem[]
  found: PaletteItem[]
  recent: RecentChoice[]
  /** Whether this user may still see what a group is about. */
  mayFind: (group: PaletteGroup) => boolean
}

/** So that `theme dark` is the name of *Theme: Dark*. */
const inWords = (text: string) =>
  plain(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The command that anyone means who types its name: they go there, whether or not the search has answered. */
export function namedCommand(text: string, commands: PaletteItem[]): PaletteItem | undefined {
  const asked = inWords(text)
  const best = asked ? matchItems(text, commands)[0] : undefined
  const isNamed =
    best && (inWords(best.label).startsWith(asked) || (best.group === 'pages' && ` ${inWords(best.keywords ?? '')}`.includes(` ${asked}`)))
  return isNamed ? best : undefined
}

/** What the palette shows, group by group: the latest choices before anything is asked, then what fits the text. */
export function buildEntries({ text, commands, found, recent, mayFind }: Lists): PaletteItem[] {
  const recalled = recent.flatMap((choice) => recall(choice, commands, mayFind))
  const isAsked = text.trim() !== ''
  const matching = isAsked ? [...found, ...matchItems(text, commands)] : [...recalled, ...commands.filter(({ isInner }) => !isInner)]
  const seen = new Set<string>()
  const once = matching.filter(({ id }) => !seen.has(id) && seen.add(id))
  const best = matching[found.length]
  const leads = isAsked && (namedCommand(text, commands) || found.length === 0) ? best?.group : null
  const order = (group: PaletteGroup) => (group === leads ? -1 : paletteGroups.indexOf(group))
  return once.toSorted((one, other) => order(one.group) - order(other.group))
}
