import type { DashboardTile } from '@vakt/contract/reports/custom-dashboards.ts'
import { type CSSProperties, useId } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './custom-dashboards.module.css'
import { customDashboardTexts } from './custom-dashboards.texts.ts'
import { TileContent } from './tile-content.tsx'

/** The tiles of a dashboard, as they are looked at. */
export function TileGrid({ customerId, tiles }: { customerId: string; tiles: readonly DashboardTile[] }) {
  const words = useTexts(customDashboardTexts)
  return (
    <ul className={styles.grid} aria-label={words.tiles}>
      {tiles.map((tile) => (
        <Tile key={tile.tileId} customerId={customerId} tile={tile} />
      ))}
    </ul>
  )
}

function Tile({ customerId, tile }: { customerId: string; tile: DashboardTile }) {
  const words = useTexts(customDashboardTexts)
  const id = useId()
  return (
    <li className={styles.tile} style={{ '--width': tile.width } as CSSProperties} aria-labelledby={id}>
      <h2 id={id} className={styles.tileTitle}>
        <bdi>{tile.metric?.name ?? words.kinds[tile.kind]}</bdi>
      </h2>
      <TileContent customerId={customerId} tile={tile} />
    </li>
  )
}
