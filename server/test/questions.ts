import type { TestServer } from './test-server.ts'

/** How often a server took a connection to its database while something was done. */
export async function questionsOf({ connections }: TestServer, act: () => Promise<unknown>): Promise<number> {
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
