import { endpoint } from '../contract/endpoint.ts'
import { passkeyOptions } from '../second-factor/second-factor-schema.ts'
import { deviceHeaders } from './device.ts'
import { proofSchema } from './proof-schema.ts'

export const proveIdentity = endpoint({
  method: 'POST',
  path: '/session/proof',
  summary: 'Proves with the password or a passkey that the user is present; sensitive calls need it every 15 minutes',
  access: 'operator',
  right: 'account',
  isForSetUp: true,
  status: 204,
  headers: deviceHeaders,
  body: proofSchema,
})

export const startPasskeyProof = endpoint({
  method: 'POST',
  path: '/session/passkey',
  summary: 'Returns the options with which a browser asks the current user for a passkey of this domain',
  access: 'operator',
  right: 'account',
  isForSetUp: true,
  status: 200,
  response: passkeyOptions,
})
