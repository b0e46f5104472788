import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

const folders = /^(?:apps|packages|scripts|docs|e2e|bench|\.ci)\/[\w./@#-]*$/

/** Every path that a document names in backticks must be there. */
export function findWrongDocPaths() {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
  return list
    .split('\n')
    .filter((document) => document && existsSync(join(root, document)))
    .flatMap((document) =>
      readFileSync(join(root, document), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(/`([^`\s]+)`/g)]
            .map(([, path]) => path)
            .filter((path) => folders.test(path) && !path.includes('…') && !existsSync(join(root, path)))
            .map((path) => `${document}:${index + 1}: ${path} does not exist`),
        ),
    )
}
