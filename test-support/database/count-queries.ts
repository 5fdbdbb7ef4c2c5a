import type { PoolClient } from 'pg'
import { type MockInstance, vi } from 'vitest'
import type { TestServer } from '../server/test-server.ts'

/** Counts how often the server checks out a database connection during `act`. */
export async function countCheckouts({ connections }: TestServer, act: () => Promise<unknown>): Promise<number> {
  let checkouts = 0
  const count = () => {
    checkouts += 1
  }
  connections.app.on('acquire', count)
  try {
    await act()
  } finally {
    connections.app.off('acquire', count)
  }
  return checkouts
}

/** Counts the statements that the server sends to the database during `act`, including begin and commit. */
export async function countStatements({ connections }: TestServer, act: () => Promise<unknown>): Promise<number> {
  const spies = new Map<PoolClient, MockInstance>()
  const count = (client: PoolClient) => {
    if (!spies.has(client)) spies.set(client, vi.spyOn(client, 'query'))
  }
  connections.app.on('acquire', count)
  try {
    await act()
    return [...spies.values()].reduce((sum, { mock }) => sum + mock.calls.length, 0)
  } finally {
    connections.app.off('acquire', count)
    for (const spy of spies.values()) spy.mockRestore()
  }
}
