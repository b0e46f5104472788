// `npm run make-key`: prints a new key for SECRET_KEY.
import { makeSecretKey } from '#server/platform/keys/secret-key.ts'

process.stdout.write(`${makeSecretKey(new Date())}\n`)
