import type { Language } from '@vakt/contract/users/session.ts'
import { useLanguage } from './language.ts'

type Counting = (...values: never[]) => string
type Entries = { [name: string]: string | Counting | Entries }

type Translation<En> = En extends (...values: infer Values) => string
  ? (...values: Values) => string
  : En extends string
    ? string
    : { [Key in keyof En]: Translation<En[Key]> }

/** TypeScript lets a function ignore its values; a translation may not. */
type Checked<En, Sv> = En extends Counting
  ? Sv extends Counting
    ? Parameters<En>['length'] extends Parameters<Sv>['length']
      ? Sv
      : never
    : never
  : En extends string
    ? Sv
    : { [Key in keyof Sv]: Key extends keyof En ? Checked<En[Key], Sv[Key]> : never }

export type Texts<En> = Record<Language, Translation<En>>

/**
 * The words of one feature in both languages. A text that counts or names something is a function of its values.
 * A Swedish text that is missing, unknown or takes other values does not compile.
 */
export function texts<const En extends Entries, const Sv extends Translation<En>>(en: En, sv: Sv & Checked<En, Sv>): Texts<En> {
  return { en: en as unknown as Translation<En>, sv }
}

/** The texts of a catalogue in the language of the interface. */
export function useTexts<En>(catalogue: Texts<En>): Translation<En> {
  return catalogue[useLanguage()]
}
