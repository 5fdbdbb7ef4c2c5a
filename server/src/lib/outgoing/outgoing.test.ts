import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, isIP, type LookupFunction } from 'node:net'
import { gzipSync } from 'node:zlib'
import { startDnsServer } from '@prenoto/test-support/dns/dns-server.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { dnsLookup } from '../dns-lookup.ts'
import { AddressRefused, AnswerRefused, lookupByDns, openOutgoing } from './outgoing.ts'

const LOOPBACK = ['127.0.0.0/8']
const LIMITS = { timeout: 10_000, maxBytes: 1_000 }

const receivers: Server[] = []
afterAll(() => {
  for (const receiver of receivers) receiver.closeAllConnections()
})

/** A web server on loopback; returns its port. */
async function aReceiver(answer: RequestListener) {
  const receiver = createServer(answer).listen(0, '127.0.0.1')
  receivers.push(receiver)
  await once(receiver, 'listening')
  return (receiver.address() as AddressInfo).port
}

/** A name server that answers each question about any host with the next of these addresses. */
function nameServer(...answers: string[][]) {
  const questions: string[] = []
  const lookup: LookupFunction = (host, _, callback) => {
    const addresses = answers[Math.min(questions.length, answers.length - 1)]!
    questions.push(host)
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )
  }
  return { lookup, questions }
}

describe('private addresses', () => {
  test.for([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:a00:1]',
    '[::ffff:0:10.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2001:0:a00:1::]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[4000::1]',
  ])('%s is refused', async (host) => {
    const outgoing = openOutgoing({ allow: [] })
    await expect(outgoing.send({ url: `http://${host}/`, ...LIMITS })).rejects.toThrow(AddressRefused)
    await expect(outgoing.requireReachable(`https://${host}/`)).rejects.toThrow(AddressRefused)
  })

  test.for(['8.8.8.8', '[2606:4700::1111]', '[::ffff:8.8.8.8]'])('%s is public', async (host) => {
    await openOutgoing({ allow: [] }).requireReachable(`https://${host}/`)
  })

  test('a name for one of them is refused, even beside a public one', async () => {
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['8.8.8.8', 'fd00::1']]) {
      const outgoing = openOutgoing({ allow: [], lookup: nameServer(addresses).lookup })
      await expect(outgoing.requireReachable('https://cassa.example/')).rejects.toThrow(AddressRefused)
      await expect(outgoing.send({ url: 'https://cassa.example/', ...LIMITS })).rejects.toThrow(AddressRefused)
    }
  })

  test('a name that became private after its check is refused, and each request asks once', async () => {
    const names = nameServer(['8.8.8.8'], ['127.0.0.1'])
    const outgoing = openOutgoing({ allow: [], lookup: names.lookup })
    await outgoing.requireReachable('http://cassa.example/')
    await expect(outgoing.send({ url: 'http://cassa.example/', ...LIMITS })).rejects.toThrow(AddressRefused)
    expect(names.questions).toHaveLength(2)
  })

  test.for(['ftp://8.8.8.8/', 'file:///etc/passwd', 'gopher://8.8.8.8/'])('%s is refused', async (url) => {
    await expect(openOutgoing({ allow: [] }).send({ url, ...LIMITS })).rejects.toThrow(AddressRefused)
  })

  test('the provider can allow a block', async () => {
    const port = await aReceiver((_, response) => response.end('buongiorno'))
    const { lookup } = nameServer(['127.0.0.1'])
    const answer = await openOutgoing({ allow: LOOPBACK, lookup }).send({
      url: `http://cassa.example:${port}/`,
      ...LIMITS,
    })
    expect([answer.status, String(answer.body)]).toEqual([200, 'buongiorno'])
    await expect(openOutgoing({ allow: LOOPBACK }).requireReachable('http://10.0.0.1/')).rejects.toThrow(AddressRefused)
  })
})

test('a name is asked of name servers with a limit in time, for both kinds of addresses', async () => {
  const dns = await startDnsServer()
  Object.assign(dns.names, {
    'cassa.example': { A: ['127.0.0.1'] },
    'mista.example': { A: ['8.8.8.8'], AAAA: ['fd00::1'] },
    'muta.example': 'silent',
  })
  const port = await aReceiver((_, response) => response.end('buongiorno'))
  const askFor = (milliseconds: number) =>
    openOutgoing({ allow: LOOPBACK, lookup: lookupByDns(dnsLookup([dns.address], milliseconds)) })
  const [outgoing, hasty] = [askFor(60_000), askFor(100)]
  const send = (host: string, sender = outgoing) =>
    sender.send({ url: `http://${host}:${port}/`, timeout: 60_000, maxBytes: 1_000 })

  expect(String((await send('cassa.example')).body)).toBe('buongiorno')
  await expect(send('mista.example')).rejects.toThrow(AddressRefused)
  await expect(send('muta.example', hasty)).rejects.toMatchObject({ code: 'EAI_AGAIN' })
  await hasty.requireReachable('https://muta.example/')
  await expect(outgoing.requireReachable('https://assente.example/')).rejects.toThrow(AddressRefused)
  dns.close()
})

test('a host that does not exist is refused, one whose name servers fail is not', async () => {
  const failing = (code: string): LookupFunction => {
    return (_, __, callback) => callback(Object.assign(new Error(code), { code }), '')
  }
  const check = (code: string) =>
    openOutgoing({ allow: [], lookup: failing(code) }).requireReachable('https://cassa.example/')
  await expect(check('ENOTFOUND')).rejects.toThrow(AddressRefused)
  await check('EAI_AGAIN')
})

describe('an answer', () => {
  const outgoing = openOutgoing({ allow: LOOPBACK })

  test('is not followed to another address', async () => {
    let requests = 0
    const port = await aReceiver((_, response) => {
      requests += 1
      response.writeHead(302, { location: 'http://127.0.0.1/' }).end()
    })
    const answer = await outgoing.send({ url: `http://127.0.0.1:${port}/`, ...LIMITS })
    expect([answer.status, requests]).toEqual([302, 1])
  })

  test.for([
    ['endless', undefined],
    ['announced as long', '1001'],
  ] as const)('that is %s is refused', async ([, length]) => {
    const port = await aReceiver((_, response) => {
      response.writeHead(200, length ? { 'content-length': length } : {})
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(500)));
      }
      response.on('drain', more)
      more()
    })
    await expect(outgoing.send({ url: `http://127.0.0.1:${port}/`, ...LIMITS })).rejects.toThrow(AnswerRefused)
  })

  test('that is compressed is refused, however small', async () => {
    const port = await aReceiver((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('0'.repeat(1_000_000)))
    })
    await expect(outgoing.send({ url: `http://127.0.0.1:${port}/`, ...LIMITS })).rejects.toThrow(AnswerRefused)
  })

  test('has its status alone when the body is not wanted', async () => {
    const port = await aReceiver((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).write('x'))
    const answer = await outgoing.send({ url: `http://127.0.0.1:${port}/`, timeout: 10_000 })
    expect([answer.status, answer.body.length]).toEqual([200, 0])
  })

  test('that takes too long is given up, before or after it began', async () => {
    const silent = await aReceiver(() => {})
    const slow = await aReceiver((_, response) => response.write('x'))
    for (const port of [silent, slow]) {
      const request = { url: `http://127.0.0.1:${port}/`, ...LIMITS, timeout: 50 }
      await expect(outgoing.send(request)).rejects.toThrow(/abort/i)
    }
  })

  test('has status, headers and body of a request with a body', async () => {
    const port = await aReceiver((request, response) => {
      request.setEncoding('utf8').on('data', (body) => {
        response.writeHead(201, { 'x-said': `${request.method} ${request.headers['content-type']}` }).end(`${body}!`)
      })
    })
    const answer = await outgoing.send({
      url: `http://127.0.0.1:${port}/`,
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'ciao',
      ...LIMITS,
    })
    expect(answer).toMatchObject({ status: 201, headers: { 'x-said': 'POST text/plain' }, body: Buffer.from('ciao!') })
  })
})
