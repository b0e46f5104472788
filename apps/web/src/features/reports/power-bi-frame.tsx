import type { EmbedToken } from '@vakt/contract/reports/embedded-reports.ts'
import { factories, models, type Report, service } from 'powerbi-client'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useShownColorScheme } from '#web/ui/theme/color-scheme.ts'
import { embeddedTexts } from './embedded.texts.ts'
import styles from './reports.module.css'

/** As the tokens of the dark theme. */
const darkTheme = { name: 'Vakt dark', background: '#101216', foreground: '#E8EAEE', tableAccent: '#9C9BF5' }

const powerBi = new service.Service(factories.hpmFactory, factories.wpmpFactory, factories.routerFactory)

/** The frame of a report: loaded once for each language and theme; a new token reaches it without loading it again. */
export default function PowerBiFrame({ opened, onExpired }: { opened: EmbedToken; onExpired: () => void }) {
  const words = useTexts(embeddedTexts)
  const language = useLanguage()
  const scheme = useShownColorScheme()
  const place = useRef<HTMLDivElement>(null)
  const report = useRef<Report | null>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const { name, embedUrl, powerBiReportId, token } = opened
  const latest = useRef({ token, onExpired })
  latest.current = { token, onExpired }
  /** What the frame has. */
  const given = useRef('')

  useEffect(() => {
    const element = place.current
    if (!element) return
    setState('loading')
    given.current = latest.current.token
    const embedded = powerBi.embed(element, {
      type: 'report',
      id: powerBiReportId,
      embedUrl,
      accessToken: given.current,
      tokenType: models.TokenType.Embed,
      permissions: models.Permissions.Read,
      settings: {
        panes: { filters: { visible: false } },
        localeSettings: { language },
        background: models.BackgroundType.Transparent,
      },
      ...(scheme === 'dark' ? { theme: { themeJson: darkTheme } } : {}),
    }) as Report
    report.current = embedded
    element.querySelector('iframe')?.setAttribute('title', name)
    embedded.on('loaded', () => setState('shown'))
    embedded.on<{ message?: string }>('error', ({ detail }) => {
      if (detail?.message === 'TokenExpired') latest.current.onExpired()
      else setState((now) => (now === 'shown' ? now : 'failed'))
    })
    return () => {
      report.current = null
      powerBi.reset(element)
    }
  }, [embedUrl, powerBiReportId, language, scheme, name])

  useEffect(() => {
    if (state !== 'shown' || token === given.current) return
    given.current = token
    void report.current?.setAccessToken(token).catch(() => {})
  }, [state, token])

  return (
    <div className={styles.powerBi} data-state={state}>
      {state === 'shown' ? null : (
        <p role={state === 'failed' ? 'alert' : 'status'}>{state === 'failed' ? words.showFailed : words.loading}</p>
      )}
      <div ref={place} className={styles.frame} />
    </div>
  )
}
