import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { agentPackageFolder } from '@vakt/contract/agents/agent-paths.ts'
import { AgentPackageManifest, type AgentPackages } from '@vakt/contract/agents/agents.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { Value } from 'typebox/value'
import { NotFound, TooMany } from '#server/platform/errors.ts'
import { createLimit, networkOf } from '#server/platform/http/limit-requests.ts'

/** Where `npm run build-agent` puts the packages, and the Ed25519 key of the installation that signs their checksums. */
export type AgentPackageParts = { folder: string; key: KeyObject }

const sumsFile = 'SHA256SUMS'

/** Read each time: packages may be built while the server runs. Without them there are none, which is no error. */
async function readManifest(folder: string): Promise<AgentPackageManifest | null> {
  try {
    const manifest: unknown = JSON.parse(await readFile(path.join(folder, 'packages.json'), 'utf8'))
    return Value.Check(AgentPackageManifest, manifest) ? manifest : null
  } catch {
    return null
  }
}

export async function listAgentPackages({ folder }: AgentPackageParts, origin: string): Promise<AgentPackages> {
  const manifest = await readManifest(folder)
  return { version: manifest?.version ?? null, packages: manifest?.packages ?? [], folderUrl: `${origin}${agentPackageFolder}` }
}

/** As `sha256sum` writes and checks it. */
const sumsOf = ({ packages }: AgentPackageManifest): string => packages.map(({ sha256, file }) => `${sha256}  ${file}\n`).join('')

/**
 * The packages of the agent, their checksums, and the signature over those with the key of the installation. Open to everyone: a machine that
 * installs the agent has no identity yet, and nothing in a package is secret.
 */
export async function openAgentPackages(app: FastifyInstance, { folder, key }: AgentPackageParts, perMinute: number): Promise<void> {
  const limit = createLimit(perMinute)

  async function textOf(name: string, manifest: AgentPackageManifest): Promise<string | Buffer | undefined> {
    if (name === sumsFile) return sumsOf(manifest)
    if (name === `${sumsFile}.sig`) return sign(null, Buffer.from(sumsOf(manifest)), key)
    if (name === 'signing-key.pem') return createPublicKey(key).export({ type: 'spki', format: 'pem' })
    return undefined
  }

  const routes: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRequest', async (request) => {
      const seconds = await limit.count(networkOf(request.ip))
      if (seconds !== null) throw new TooMany(seconds)
    })
    scope.get<{ Params: { file: string } }>(`${agentPackageFolder}/:file`, async (request, reply) => {
      const { file: name } = request.params
      const manifest = await readManifest(folder)
      if (!manifest) throw new NotFound()
      reply.header('cache-control', 'no-cache')
      const text = await textOf(name, manifest)
      if (text !== undefined)
        return reply.type(typeof text === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream').send(text)
      const found = manifest.packages.find(({ file }) => file === name)
      const size = found && (await stat(path.join(folder, found.file)).catch(() => null))?.size
      if (!found || size === undefined) throw new NotFound()
      const etag = `"${found.sha256}"`
      reply.headers({ etag, 'content-disposition': `attachment; filename="${found.file}"`, 'content-length': size })
      if (request.headers['if-none-match'] === etag) return reply.code(304).removeHeader('content-length').send()
      return reply.type('application/octet-stream').send(createReadStream(path.join(folder, found.file)))
    })
  }
  await app.register(routes)
}
