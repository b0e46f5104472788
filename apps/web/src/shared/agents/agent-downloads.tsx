import type { AgentPackages } from '@vakt/contract/agents/agents.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './install-agent.module.css'
import { installAgentTexts } from './install-agent.texts.ts'

/** The packages of the agent, with what they can be checked by; or how they are built. */
export function AgentDownloads({ packages: { packages, version, folderUrl } }: { packages: AgentPackages }) {
  const words = useTexts(installAgentTexts)
  if (packages.length === 0) return <p className={styles.dim}>{words.noPackages}</p>
  return (
    <section className={styles.section} aria-labelledby="agent-downloads">
      <h2 id="agent-downloads">{words.downloads(version ?? '')}</h2>
      <ul className={styles.files}>
        {packages.map(({ file, platform, arch, bytes, sha256 }) => (
          <li key={file}>
            <a href={`${folderUrl}/${file}`} download>
              {words.systems[platform]} {arch}
            </a>{' '}
            <span className={styles.dim}>{words.size(Math.round(bytes / 1e6))}</span>
            <br />
            <code className={styles.sum}>SHA-256 {sha256}</code>
          </li>
        ))}
      </ul>
      <p className={styles.dim}>
        {words.checkBefore}
        <a href={`${folderUrl}/SHA256SUMS`} download>
          SHA256SUMS
        </a>
        {', '}
        <a href={`${folderUrl}/SHA256SUMS.sig`} download>
          {words.signature}
        </a>
        {', '}
        <a href={`${folderUrl}/signing-key.pem`} download>
          {words.signingKey}
        </a>
      </p>
    </section>
  )
}
