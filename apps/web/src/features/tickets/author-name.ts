import { useActorName } from '#web/platform/branding.ts'

/** The name of who wrote or changed something: what no person did, the portal did, by the name it has. */
export function useAuthorName(): (author: { author: string; bySystem: boolean }) => string {
  const actorName = useActorName()
  return ({ author, bySystem }) => (bySystem ? actorName(author) : author)
}
