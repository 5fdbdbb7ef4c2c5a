import { StartupError } from '@prenoto/core/startup-error.ts'
import type { FastifyInstance } from 'fastify'

type Address = {
  host: string
  port: number
  /** Connections that may wait to be accepted. */
  backlog?: number
  /** The setting of the port, for the error. */
  setting: 'PORT' | 'WORKER_PORT'
}

/** Listens and returns the address. Throws a StartupError for a port or host that this process cannot use. */
export const listen = (app: FastifyInstance, { setting, ...address }: Address): Promise<string> =>
  app.listen(address).catch((error) => {
    throw asStartupError(error, { ...address, setting })
  })

function asStartupError(error: NodeJS.ErrnoException, { host, port, setting }: Address) {
  if (error.code === 'EADDRINUSE') return new StartupError(`${setting}: ${port} is in use by another program`)
  if (error.code === 'EACCES') return new StartupError(`${setting}: ${port} may not be used by this user`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartupError(`HOST: ${host} is not an address of this computer`)
  return error
}
