import { createServer } from 'node:net'

/**
 * An SMTP server that takes everything and looks at nothing, as a process of its own: it shares the processors with what is
 * measured, so it does the least that a client waits for. Tells its port, then how many e-mails it has taken.
 */

const END_OF_DATA = '\r\n.\r\n'

let taken = 0

const server = createServer({ noDelay: true }, (socket) => {
  let text = ''
  let isData = false
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  socket.write('220 sink\r\n')

  function answer(line: string) {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') return socket.write('250-sink\r\n250 8BITMIME\r\n')
    if (verb === 'QUIT') return socket.end('221 bye\r\n')
    isData = verb === 'DATA'
    return socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
  }

  socket.on('data', (chunk: string) => {
    text += chunk
    for (let end = endOf(); end >= 0; end = endOf()) {
      const piece = text.slice(0, end)
      text = text.slice(end + (isData ? END_OF_DATA.length : 2))
      if (!isData) answer(piece)
      else {
        isData = false
        taken += 1
        socket.write('250 taken\r\n')
      }
    }
  })

  const endOf = () => text.indexOf(isData ? END_OF_DATA : '\r\n')
})

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.on('message', () => process.send?.({ taken }))
