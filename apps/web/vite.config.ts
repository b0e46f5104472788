import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.VAKT_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { typebox: fileURLToPath(new URL('src/platform/schema-builder.ts', import.meta.url)) } },
  html: { cspNonce: '__CSP_NONCE__' },
  build: { target: 'es2023', sourcemap: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 600 },
  server: {
    host: '127.0.0.1',
    port: 5181,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/oidc', '/health'].map((path) => [path, { target: server, changeOrigin: false }])),
  },
})
