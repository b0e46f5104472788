import { useNavigate } from '@tanstack/react-router'
import type { DashboardSearch } from './dashboard-search.ts'

/** Goes back from the wall to the dashboard with its filters, and to the link that led there. */
export function useLeaveWall({ wall: _, ...shown }: DashboardSearch): () => void {
  const navigate = useNavigate()
  return () =>
    void navigate({ to: '/dashboard', search: shown }).then(() =>
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-wall-link]')?.focus()),
    )
}
