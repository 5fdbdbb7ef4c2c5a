import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** ReadyForQuery, outside a transaction. */
const READY_FOR_QUERY = Buffer.from('Z\0\0\0\x05I')

/** A simple query message. */
function queryMessage(sql: string) {
  const message = Buffer.alloc(6 + sql.length)
  message.write('Q')
  message.writeInt32BE(5 + sql.length, 1)
  message.write(sql, 5)
  return message
}

const RESET = queryMessage('discard all')

/** A proxy that resets the connection after each transaction, as a transaction pooler does. */
export async function openResettingPooler(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const pooler = createServer((client) => {
    const database = connect(Number(port), hostname)
    for (const socket of [client, database]) sockets.add(socket.on('error', () => {}))
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())

    let isResetting = false
    const buffered: Buffer[] = []
    client.on('data', (data: Buffer) => (isResetting ? buffered.push(data) : database.write(data)))

    let rest = Buffer.alloc(0)
    database.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data])
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const message = rest.subarray(0, rest.readInt32BE(1) + 1)
        rest = rest.subarray(message.length)
        if (!isResetting) client.write(message)
        if (!message.equals(READY_FOR_QUERY)) continue
        isResetting = !isResetting
        if (isResetting) database.write(RESET)
        else for (const sent of buffered.splice(0)) database.write(sent)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`
  return {
    url: url.href,
    close() {
      for (const socket of sockets) socket.destroy()
      pooler.close()
    },
  }
}
