import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#web/platform/format.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { channelsQuery } from './channel-queries.ts'
import { ChannelRow } from './channel-row.tsx'
import styles from './channels.module.css'
import { channelsTexts } from './channels.texts.ts'

/** How messages leave, one section a channel, each with a test that really sends. */
export function ChannelsPage() {
  const words = useTexts(channelsTexts)
  usePageTitle(words.title)
  const { locale } = useFormat()
  const query = useQuery(channelsQuery)
  const kept = query.data?.channels.filter(({ carrier }) => carrier === null).map(({ name }) => words.inText[name]) ?? []
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{words.title}</h1>
        {query.data ? <p>{kept.length === 0 ? words.all : words.some(new Intl.ListFormat(locale).format(kept))}</p> : null}
      </header>
      {query.data ? (
        query.data.channels.map((channel) => <ChannelRow key={channel.name} channel={channel} all={query.data} />)
      ) : query.isError ? (
        <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </div>
  )
}
