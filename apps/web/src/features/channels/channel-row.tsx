import { Link } from '@tanstack/react-router'
import type { Channel, listChannels } from '@vakt/contract/deliveries/channels.ts'
import type { ChannelName } from '@vakt/contract/deliveries/delivery-states.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { Mail, MessageSquareText, PhoneCall } from 'lucide-react'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { writePrice } from '#web/shared/messages/write-price.ts'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { ChannelTest } from './channel-test.tsx'
import styles from './channels.module.css'
import { channelsTexts } from './channels.texts.ts'
import { shownChannel } from './shown-integration.ts'

type Channels = ResultOf<typeof listChannels>

const icons: Record<ChannelName, typeof Mail> = { mail: Mail, sms: MessageSquareText, voice: PhoneCall }

/** One channel: who carries it, that it sends nothing where messages wait, what it did, what it costs and may do, and a test. */
export function ChannelRow({ channel, all }: { channel: Channel; all: Channels }) {
  const words = useTexts(channelsTexts)
  const { why } = shownChannel.words[useLanguage()]
  const { name, carrier, from, problem } = channel
  const Icon = icons[name]
  const id = `channel-${name}`
  return (
    <section className={styles.channel} aria-labelledby={id}>
      <h2 id={id} className={styles.name}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        {words.names[name]}
      </h2>
      <p className={styles.state}>{carrier === null ? words.kept[name] : words.sends(carrier, from)}</p>
      {problem?.isWaiting ? (
        <p className={styles.stuck}>
          {why[problem.reason ?? ''] ?? why.waiting} {problem.answer ? <code>{problem.answer}</code> : null}
        </p>
      ) : null}
      <Facts>
        <Fact label={words.lastDay}>
          <Counts channel={channel} />
        </Fact>
        <Fact label={problem?.isWaiting ? words.waitingSince : words.problem}>
          {problem ? (
            <>
              <Link to="/admin/outbox" search={{ channel: [name], open: problem.deliveryId }}>
                <RelativeTime iso={problem.at} />
              </Link>
              {problem.answer && !problem.isWaiting ? <p className={styles.help}>{problem.answer}</p> : null}
            </>
          ) : null}
        </Fact>
        {name === 'mail' ? <Fact label={words.cap}>{words.mailCap(all.mailCapPerHour)}</Fact> : <PhoneFacts channel={channel} all={all} />}
      </Facts>
      <ChannelTest channel={channel} />
    </section>
  )
}

function Counts({ channel: { name, counts } }: { channel: Channel }) {
  const words = useTexts(channelsTexts)
  const format = useFormat()
  if (counts.length === 0) return words.nothing
  return (
    <ul className={styles.counts}>
      {counts.map(({ state, count }) => (
        <li key={state}>
          <Link to="/admin/outbox" search={{ channel: [name], state: [state] }}>
            {format.number(count)} {words.states[state]}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function PhoneFacts({ channel: { name, spent, languages }, all }: { channel: Channel; all: Channels }) {
  const words = useTexts(channelsTexts)
  const { locale } = useFormat()
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const speaksAll = languages.length === 0 || languages.includes('sv')
  return (
    <>
      <Fact label={words.cost}>{spent.map((price) => writePrice(price, locale)).join(', ')}</Fact>
      <Fact label={words.cap}>{words.phoneCap(all.phoneCapMinutes)}</Fact>
      <Fact label={words.languages}>{speaksAll ? languages.map((language) => words.language[language]).join(', ') : words.noSwedish}</Fact>
      <Fact label={words.countries}>
        <details>
          <summary>{words.countriesOf(all.countries.length)}</summary>
          {all.countries.map((code) => countries.of(code) ?? code).join(', ')}
        </details>
      </Fact>
      <Fact label={words.replies}>
        {name === 'sms' && all.replyAddress ? (
          <>
            <code className={styles.address}>{all.replyAddress}</code>
            <p className={styles.help}>{words.repliesHelp}</p>
          </>
        ) : null}
      </Fact>
    </>
  )
}
