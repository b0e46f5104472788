import { queryOptions, useQuery } from '@tanstack/react-query'
import { listSecretKeys, type SecretKeyUse } from '@vakt/contract/secret-keys.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import styles from './secret-keys.module.css'
import { secretKeysTexts } from './secret-keys.texts.ts'

const secretKeysQuery = queryOptions({
  queryKey: ['secret-keys'],
  queryFn: ({ signal }) => call(listSecretKeys, { signal }),
  staleTime: 0,
})

function describeUse({ id, isFirst, isMissing, secretCount }: SecretKeyUse): 'missing' | 'first' | 'legacyUse' | 'decrypts' | 'unused' {
  if (isMissing) return 'missing'
  if (isFirst) return 'first'
  if (id === '') return 'legacyUse'
  return secretCount > 0 ? 'decrypts' : 'unused'
}

function KeyRow({ use }: { use: SecretKeyUse }) {
  const words = useTexts(secretKeysTexts)
  const { id, isMissing, secretCount, unreadableCount } = use
  return (
    <tr>
      <th scope="row">{id === '' ? words.legacy : <code>{id}</code>}</th>
      <td className={isMissing ? styles.problem : undefined}>{words[describeUse(use)]}</td>
      <td>
        {secretCount}
        {unreadableCount > 0 ? <div className={styles.problem}>{words.unreadable(unreadableCount)}</div> : null}
      </td>
    </tr>
  )
}

/** The ids of the keys that encrypt stored secrets, how many each encrypts, and which is missing. */
export function SecretKeysSection() {
  const words = useTexts(secretKeysTexts)
  const query = useQuery(secretKeysQuery)
  if (query.isPending) return <ListSkeleton rows={2} />
  if (!query.data) return <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
  const { keys } = query.data
  const missing = keys.filter(({ isMissing }) => isMissing).map(({ id }) => id)
  return (
    <section className={styles.section} aria-labelledby="secret-keys">
      <h2 id="secret-keys">{words.title}</h2>
      <p>{words.intro}</p>
      {missing.length > 0 ? <p role="alert">{words.missingHelp(missing.join(', '))}</p> : null}
      <table className={styles.keys}>
        <thead>
          <tr>
            <th scope="col">{words.key}</th>
            <th scope="col">{words.use}</th>
            <th scope="col">{words.secrets}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((use) => (
            <KeyRow key={use.id} use={use} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
