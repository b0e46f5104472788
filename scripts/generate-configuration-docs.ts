// Writes docs/configuration.md from the table of settings; with --check it only tells whether the file is fresh.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { configKeys } from '../apps/server/src/config-keys.ts'

const file = path.resolve(import.meta.dirname, '..', 'docs', 'configuration.md')

const rows = Object.entries(configKeys).map(
  ([name, key]) => `| \`${name}\` | ${key.default === '' ? '' : `\`${key.default}\``} | ${key.description} |`,
)

const text = `# Configuration

Vakt is configured through the environment. A value that is not valid stops it at start, with every setting that is wrong in one message.
\`X_FILE\` names a file that holds the value of \`X\`, the way containers hand over secrets.

| setting | default | what it is for |
|---|---|---|
${rows.join('\n')}

This page is made from the code: \`node scripts/generate-configuration-docs.ts\`.
`

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    process.stdout.write('docs/configuration.md is stale: run node scripts/generate-configuration-docs.ts\n')
    process.exit(1)
  }
} else {
  writeFileSync(file, text)
}
