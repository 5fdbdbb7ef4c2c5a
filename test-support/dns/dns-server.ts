import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, decode, encode, RECURSION_AVAILABLE, RECURSION_DESIRED } from 'dns-packet'

const SERVER_FAILURE = 2
const NO_SUCH_NAME = 3

/** The records of a name; `fails` answers with an error, `silent` not at all. */
export type DnsName = { A?: string[]; AAAA?: string[]; TXT?: string[]; CNAME?: string } | 'fails' | 'silent'

const SECONDS = 300

/** A name server on this computer that knows the names in `names`, as the resolver of an internet provider does. */
export async function startDnsServer(port = 0) {
  const names: Record<string, DnsName> = {}
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message)
    const [question] = questions
    if (!question) return
    const { name, type } = question
    const dnsAnswers = findAnswers(names, { name: name.toLowerCase(), type })
    if (dnsAnswers === 'silent') return
    const code = dnsAnswers === 'fails' ? SERVER_FAILURE : dnsAnswers ? 0 : NO_SUCH_NAME
    const answers = Array.isArray(dnsAnswers) ? dnsAnswers : []
    const flags = RECURSION_DESIRED | RECURSION_AVAILABLE | code
    socket.send(encode({ type: 'response', id, flags, questions, answers }), port, address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return {
    /** For the setting DNS_SERVERS. */
    address: `127.0.0.1:${socket.address().port}`,
    names,
    close: () => void socket.close(),
  }
}

/** Follows CNAMEs. Undefined if the name does not exist. */
function findAnswers(
  names: Record<string, DnsName>,
  { name, type }: { name: string; type: string },
): Answer[] | 'fails' | 'silent' | undefined {
  const entry = names[name]
  if (entry === undefined || typeof entry === 'string') return entry
  if (entry.CNAME) {
    const target = findAnswers(names, { name: entry.CNAME, type })
    if (typeof target === 'string') return target
    return [{ name, type: 'CNAME', ttl: SECONDS, data: entry.CNAME }, ...(target ?? [])]
  }
  const values = entry[type as 'A' | 'AAAA' | 'TXT'] ?? []
  return values.map((data) => ({ name, type: type as 'A', ttl: SECONDS, data }))
}

/** A port for a name server that starts later. */
export async function freeDnsPort() {
  const { address, close } = await startDnsServer()
  close()
  return Number(address.split(':')[1])
}
