import { type AddressInfo, createServer } from 'node:net'
import { CannotStart } from '#server/connect-database.ts'

/** The port is known before the server listens: the addresses of the sign-in are made from it. */
export function findPort(host: string, wanted: number, prefix = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, host, wanted, prefix)))
    probe.listen(wanted, host, () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

/** The reason in one sentence, where the person who starts Vakt can fix it. */
export function explainListenError(error: NodeJS.ErrnoException, host: string, port: number, prefix = ''): Error {
  if (error.code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} is taken by another program. Set another one, for example ${prefix}PORT=${port + 1}.`)
  if (error.code === 'EACCES')
    return new CannotStart(`Port ${port} is not for ordinary users. Set a port above 1023, for example ${prefix}PORT=8080.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new CannotStart(`${prefix}HOST ${host} is no address of this machine.`)
  return error
}
