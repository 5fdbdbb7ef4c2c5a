import type pg from 'pg'
import { openAppPool, openCarelessPool } from './connection.ts'

/** The pools a server process works with. */
export type Connections = { app: pg.Pool; limits: pg.Pool; close(): Promise<void> }

export function openConnections(url: string): Connections {
  const app = openAppPool(url)
  const limits = openCarelessPool(url)
  return {
    app,
    limits,
    async close() {
      await Promise.all([app.end(), limits.end()])
    },
  }
}
