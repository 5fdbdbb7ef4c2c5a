import type { PoolClient } from 'pg'
import { type MockInstance, vi } from 'vitest'
import type { TestServer } from '../server/test-server.ts'

/** How often a server took a connection to its database while something was done. */
export async function countCheckouts({ connections }: TestServer, act: () => Promise<unknown>): Promise<number> {
  let asked = 0
  const count = () => {
    asked += 1
  }
  connections.app.on('acquire', count)
  try {
    await act()
  } finally {
    connections.app.off('acquire', count)
  }
  return asked
}

/** How many statements a server sent to its database while something was done, begins and commits included. */
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
