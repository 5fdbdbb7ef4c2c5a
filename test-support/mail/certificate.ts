import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

/** A certificate and its key, as PEM; `by` signs others. */
export type Certificate = { cert: string; key: string; by: { name: string; key: KeyObject } }

type CertificateOptions = {
  /** The host name or IPv4 address; also the issuer in certificates that this one signs. */
  name: string
  /** The issuer; by default the certificate is self-signed. */
  by?: Certificate['by']
  isAuthority?: boolean
  /** The validity, in days from now. */
  days?: [from: number, to: number]
}

const DAY = 24 * 3600 * 1000

/** Creates a certificate; Node has no API for that. */
export function newCertificate({
  name,
  by,
  isAuthority = false,
  days: [from, to] = [-1, 1],
}: CertificateOptions): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = by ?? { name, key: privateKey }
  const algorithm = sequence(OID.ecdsaWithSha256)
  const extensions = [
    extension(OID.basicConstraints, sequence(isAuthority ? boolean(true) : [])),
    extension(
      OID.subjectAltName,
      sequence(isIP(name) ? encodeTag(0x87, name.split('.').map(Number)) : encodeTag(0x82, [...Buffer.from(name)])),
    ),
  ]
  const body = sequence(
    encodeTag(0xa0, encodeTag(0x02, [2])),
    encodeTag(0x02, [1, ...crypto.getRandomValues(new Uint8Array(8))]),
    algorithm,
    encodeName(issuer.name),
    sequence(time(Date.now() + from * DAY), time(Date.now() + to * DAY)),
    encodeName(name),
    [...publicKey.export({ type: 'spki', format: 'der' })],
    encodeTag(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', Buffer.from(body), issuer.key)
  const der = sequence(body, algorithm, encodeTag(0x03, [0, ...signature]))
  return {
    cert: new X509Certificate(Buffer.from(der)).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    by: { name, key: privateKey },
  }
}

const encodeTag = (tag: number, content: number[]): number[] => [tag, ...encodeLength(content), ...content]
const sequence = (...parts: number[][]) => encodeTag(0x30, parts.flat())

function encodeLength({ length }: number[]) {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

const OID = {
  ecdsaWithSha256: encodeTag(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2]),
  commonName: encodeTag(0x06, [0x55, 4, 3]),
  subjectAltName: encodeTag(0x06, [0x55, 0x1d, 0x11]),
  basicConstraints: encodeTag(0x06, [0x55, 0x1d, 0x13]),
}

const boolean = (value: boolean) => encodeTag(0x01, [value ? 0xff : 0])
const extension = (oid: number[], value: number[]) => sequence(oid, encodeTag(0x04, value))
const encodeName = (name: string) =>
  sequence(encodeTag(0x31, sequence(OID.commonName, encodeTag(0x0c, [...Buffer.from(name)]))))

/** '261121084500Z' */
const time = (milliseconds: number) =>
  encodeTag(0x17, [...Buffer.from(`${new Date(milliseconds).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`)])
