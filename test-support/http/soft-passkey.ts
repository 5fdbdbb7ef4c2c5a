import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const NEW_CREDENTIAL = 0x40

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
const base64url = (content: Uint8Array | string) => Buffer.from(content).toString('base64url')

function uint32(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

type Changes = { origin?: string; isVerified?: boolean; counter?: number }

/** An authenticator in memory with one passkey (ES256) for a domain, for tests without a browser. */
export function softPasskey(domain: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let uses = 0

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authenticatorData = (flags: number, counter: number) =>
    Buffer.concat([sha256(domain), Buffer.from([flags]), uint32(counter)])

  function coseKey() {
    const { x, y } = publicKey.export({ format: 'jwk' })
    return Buffer.from(
      isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
        ]),
      ),
    )
  }

  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} }
  const toFlags = (isVerified: boolean) => USER_PRESENT | (isVerified ? USER_VERIFIED : 0)

  return {
    /** The credential that a browser sends to register. */
    register({ challenge }: { challenge: string }, { origin = `https://${domain}`, isVerified = true }: Changes = {}) {
      const authData = Buffer.concat([
        authenticatorData(toFlags(isVerified) | NEW_CREDENTIAL, uses),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      }
    },

    /** The signed challenge that a browser sends to log in. */
    assert(
      { challenge }: { challenge: string },
      { origin = `https://${domain}`, isVerified = true, counter }: Changes = {},
    ) {
      uses += 1
      const data = authenticatorData(toFlags(isVerified), counter ?? uses)
      const client = clientData('webauthn.get', challenge, origin)
      return {
        ...common,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      }
    },
  }
}
