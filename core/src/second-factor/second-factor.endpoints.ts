import { endpoint } from '../contract/endpoint.ts'
import { idParams } from '../contract/pagination.ts'
import {
  addedPasskey,
  newPasskeySchema,
  passkeyOptions,
  recoveryCodes,
  requirementSchema,
  secondFactor,
  staffSecondFactors,
  totpCodeFormSchema,
  totpSecret,
} from './second-factor-schema.ts'

export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/user/second-factor',
  summary: 'Returns the second factors of the current user',
  access: 'operator',
  right: 'account',
  isForSetUp: true,
  status: 200,
  response: secondFactor,
})

export const startTotp = endpoint({
  method: 'POST',
  path: '/user/second-factor/totp',
  summary: 'Returns the secret for an authenticator app, which a code has to confirm',
  access: 'operator',
  right: 'account',
  isForSetUp: true,
  proof: true,
  status: 200,
  response: totpSecret,
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/user/second-factor/totp/confirm',
  summary: 'Adds the authenticator app with a code; a first second factor answers with recovery codes',
  access: 'operator',
  right: 'account',
  isForSetUp: true,
  proof: true,
  status: 200,
  body: totpCodeFormSchema,
  response: recoveryCodes,
})

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/user/second-factor/totp',
  summary: 'Removes the authenticator app of the current user',
  access: 'operator',
  right: 'account',
  proof: true,
  status: 204,
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/user/second-factor/passkeys/options',
  summary: 'Returns the options with which a browser creates a passkey',
  access: 'operator',
  right: 'account',
  isForSetUp: true,
  proof: true,
  status: 200,
  response: passkeyOptions,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/user/second-factor/passkeys',
  summary: 'Adds a passkey of this domain; a first second factor answers with recovery codes',
  access: 'operator',
  right: 'account',
  isForSetUp: true,
  proof: true,
  status: 201,
  body: newPasskeySchema,
  response: addedPasskey,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/user/second-factor/passkeys/:id',
  summary: 'Removes a passkey of the current user',
  access: 'operator',
  right: 'account',
  proof: true,
  status: 204,
  params: idParams,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/user/second-factor/recovery-codes',
  summary: 'Replaces the recovery codes of the current user',
  access: 'operator',
  right: 'account',
  proof: true,
  status: 200,
  response: recoveryCodes,
})

export const readStaffSecondFactors = endpoint({
  method: 'GET',
  path: '/users/second-factors',
  summary: 'Returns whether a second factor is required and which users have one',
  access: 'admin',
  right: 'users',
  status: 200,
  response: staffSecondFactors,
})

export const requireSecondFactor = endpoint({
  method: 'PUT',
  path: '/users/second-factors',
  summary: 'Requires a second factor of every user, or no longer',
  access: 'admin',
  right: 'users',
  proof: true,
  status: 200,
  body: requirementSchema,
  response: staffSecondFactors,
})

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/users/:id/second-factor',
  summary: 'Removes the second factors of another user, who then logs in with the password alone',
  access: 'admin',
  right: 'users',
  proof: true,
  status: 204,
  params: idParams,
})
