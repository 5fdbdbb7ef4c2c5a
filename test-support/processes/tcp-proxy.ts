import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy to a local port that can be cut, or fall silent as when a machine sleeps or a network drops packets. */
export async function openTcpProxy(target: number) {
  const open = new Set<[Socket, Socket]>()
  const silenced = new Set<Socket>()
  const latestPath = new Map<Socket, string | undefined>()
  let isCut = false
  let refused = 0
  let isSilent = false
  const listener = createServer((client) => {
    if (isCut) {
      refused += 1
      return void client.destroy()
    }
    if (isSilent) {
      client.on('error', () => {})
      return void silenced.add(client.resume())
    }
    const upstream = connect(target, '127.0.0.1')
    const pair: [Socket, Socket] = [client, upstream]
    open.add(pair)
    client.on('data', (piece: Buffer) => {
      const request = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n/.exec(piece.toString('latin1'))
      if (request) latestPath.set(client, request[1])
    })
    upstream.on('data', (piece: Buffer) => {
      // A refused or ended request is over, though the connection stays open for the next one.
      if (/^HTTP\/1\.1 [45]|(^|\r\n)0\r\n\r\n$/.test(piece.toString('latin1'))) latestPath.delete(client)
    })
    client.pipe(upstream)
    upstream.pipe(client)
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(pair)
        latestPath.delete(client)
        other.destroy()
      })
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')

  return {
    port: (listener.address() as AddressInfo).port,
    /** The number of open connections whose latest request has this path and is not over. */
    countOpen: (path: string) => [...latestPath.values()].filter((latest) => latest === path).length,
    /** The number of connections refused because the proxy was cut. */
    refused: () => refused,
    /** Drops all data of the open connections without closing them. */
    silence() {
      for (const [client, upstream] of open) {
        client.unpipe(upstream)
        upstream.unpipe(client)
        for (const end of [client, upstream]) end.resume()
      }
    },
    /** Like `silence`, also for new connections, until `repair`. */
    silenceAll() {
      isSilent = true
      this.silence()
    },
    cut() {
      isCut = true
      for (const pair of open) for (const end of pair) end.destroy()
    },
    repair() {
      isCut = false
      isSilent = false
    },
    /** New connections go to another port. */
    retarget(port: number) {
      target = port
    },
    async close() {
      for (const socket of silenced) socket.destroy()
      for (const pair of open) for (const end of pair) end.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
