import { type DatabaseUrls, openAppPool, openCarelessPool, type Pool } from './connection.ts'

/** The pools a server process works with. */
export type Connections = { app: Pool; limits: Pool; close(): Promise<void> }

export function openConnections(urls: DatabaseUrls): Connections {
  const app = openAppPool(urls)
  const limits = openCarelessPool(urls)
  return {
    app,
    limits,
    async close() {
      await Promise.all([app.end(), limits.end()])
    },
  }
}
