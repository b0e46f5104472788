import type { FeatureKey } from '@vakt/contract/features.ts'
import { useMemo } from 'react'
import type { ContractRules } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { useTexts } from '#web/platform/texts.ts'
import { featureNames } from '#web/shared/access/feature-names.texts.ts'
import { type Lifetime, lifetimes, tomorrow } from './token-lifetime.ts'

export type TokenValues = { name: string; scope: FeatureKey[]; lifetime: Lifetime; expiresAt: string }

type Words = Record<'name' | 'nameHelp' | 'scope' | 'scopeHelp' | 'lifetime' | 'until', string> & { lifetimes: Record<Lifetime, string> }
type Options = {
  rules: { name: ContractRules<string>; scope: ContractRules<FeatureKey[]> }
  words: Words
  features: readonly FeatureKey[]
  lifetime: Lifetime
}

/** The fields of a new token: a personal one and one of a service. `rules`, `words` and `features` must be stable. */
export function useTokenFields({ rules, words, features, lifetime }: Options): FieldDefinition<TokenValues>[] {
  const names = useTexts(featureNames)
  return useMemo(
    () => [
      { ...rules.name, type: 'text', name: 'name', label: words.name, help: words.nameHelp, required: true, takesFocus: true },
      {
        ...rules.scope,
        type: 'select',
        multiple: true,
        name: 'scope',
        label: words.scope,
        help: words.scopeHelp,
        required: true,
        options: features.map((key) => ({ value: key, label: names[key] })),
      },
      {
        type: 'select',
        name: 'lifetime',
        label: words.lifetime,
        value: lifetime,
        options: lifetimes.map((value) => ({ value, label: words.lifetimes[value] })),
      },
      {
        type: 'datepicker',
        name: 'expiresAt',
        label: words.until,
        min: tomorrow(),
        required: true,
        render: (values) => values.lifetime === 'date',
      },
    ],
    [rules, words, names, features, lifetime],
  )
}
