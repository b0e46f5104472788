import { createContext } from 'react'

/** The texts of a feature by the translation keys of its contract. */
export const FormMessages = createContext<Record<string, string | undefined>>({})
