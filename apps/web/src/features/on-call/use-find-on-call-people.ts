import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { peopleQuery } from './on-call-queries.ts'

/** The provider's people by part of their name or address. */
export function useFindOnCallPeople() {
  const queryClient = useQueryClient()
  return useCallback(
    async (search: string) => {
      const people = await queryClient.ensureQueryData(peopleQuery)
      const wanted = search.trim().toLowerCase()
      return people
        .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
        .map((person) => ({ value: person, label: person.name, description: person.email }))
    },
    [queryClient],
  )
}
