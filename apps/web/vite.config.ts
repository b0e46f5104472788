import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { quietSignInPlugin } from './quiet-sign-in.ts'
import { slimContractPlugin } from './slim-contract.ts'

const server = process.env.VAKT_SERVER ?? 'http://127.0.0.1:8080'

const inUi = (names: string) => `/src/ui/(\\w+/)?(${names})\\.`
const icons = (names: string) => `/icons/(${names})\\.mjs`

/**
 * Pieces that stand together on most screens, each as one file, since many small files compress badly: without these groups the lists load
 * 6 kB more. The bundler alone decides about the rest: a larger group would have screens load what they do not show.
 */
const together = Object.entries({
  states: [
    inUi('skeleton|after-delay|error-state|page-states|empty-state|relative-time|use-ticks|use-rows|toast|use-is-phone'),
    '/src/platform/format\\.|/write-duration\\.',
    '/(useMutation|useInfiniteQuery|infiniteQueryOptions|infiniteQueryObserver|mutationObserver|use-media-query)\\.',
    icons('chevron-down|chevron-right|check'),
  ],
  marks: ['/src/shared/(links|status|severity/(severity|severity-mark|severity-counts|sum-counts)\\.)', inUi('plain-link|use-rest')],
  names: ['/src/shared/entities/entity-link\\.', inUi('hover-preview')],
  list: [
    inUi(
      'row-table|table-body|table-row|row-spacer|use-rows-in-sight|load-more|sortable-header|list-page|paged-rows|nothing-matches|menu-button|day-filter|export-menu|use-export-items|export|with-chosen',
    ),
    '/src/platform/download\\.',
    icons('arrow-up|arrow-down|download|ellipsis'),
  ],
  rows: ['/src/lists/(list-columns|list-rows)\\.'],
  // The dashboard has filters and no list.
  filters: [inUi('filter-(bar|toggle-context|chip|select|search)'), icons('list-filter')],
}).map(([name, tests]) => ({ name, test: new RegExp(tests.join('|')) }))

/** What every screen needs, as two files: the libraries stay in the caches of browsers across releases. */
const always = [
  { name: 'libraries', test: /\/node_modules\//, tags: ['$initial' as const] },
  { name: 'shell', tags: ['$initial' as const] },
]

/** Screens are called by name; every other name would be read by all browsers and by nobody else. */
const chunkFileNames = ({ name }: { name: string }) => (name.endsWith('-page') ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js')

/** The first file names all styles too; fonts and pictures are named for people. */
const assetFileNames = ({ names }: { names: string[] }) =>
  names.some((name) => name.endsWith('.css')) ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash:7][extname]'

export default defineConfig({
  plugins: [react(), slimContractPlugin(), quietSignInPlugin()],
  resolve: { alias: { typebox: fileURLToPath(new URL('src/platform/schema-builder.ts', import.meta.url)) } },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    manifest: true,
    target: 'es2023',
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      // The first file names all others: each letter of the hashes costs every browser 300 bytes.
      output: {
        chunkFileNames,
        assetFileNames,
        codeSplitting: { includeDependenciesRecursively: false, groups: [...always, ...together] },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5181,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/oidc', '/health', '/manifest.webmanifest', '/mail-preview', '/page/', '/confirm-address/', '/stop-incident-mails/'].map(
        (path) => [path, { target: server, changeOrigin: false }],
      ),
    ),
  },
})
