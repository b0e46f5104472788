import type { IntegrationKindName } from '@vakt/contract/integrations/integration-states.ts'
import type { Integration } from '@vakt/contract/integrations/integrations.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import type { LucideIcon } from 'lucide-react'

export type KindWords = {
  /** What it is, in the gallery and in the list. */
  title: string
  /** What it does, in one sentence. */
  about: string
  /** What the link to its form says. */
  connect: string
  /** Why one is in its state, by the reasons of the contract; where there are several, they are joined by a colon. */
  why: { readonly [reason: string]: string }
  /** Names that are words of ours. */
  names: { readonly [name: string]: string }
}

/** How a kind of integration is shown; all of them are listed in `apps/web/src/integration-kinds.ts`. */
export type ShownKind = { kind: IntegrationKindName; icon: LucideIcon; words: Record<Language, KindWords> }

export const nameOf = ({ name }: Pick<Integration, 'name'>, words: KindWords | undefined): string => words?.names[name] ?? name
