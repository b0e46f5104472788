import { QueryClient } from '@tanstack/react-query'

/** One for the tab. Live events say what is stale; what fails is shown, not tried again. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, retry: false, staleTime: 30_000 }, mutations: { retry: false } },
})
