import { createContext, type ReactNode } from 'react'

/** The button that shows the other filters on a phone, for the search to have it beside itself. */
export const FilterToggleContext = createContext<ReactNode>(null)
