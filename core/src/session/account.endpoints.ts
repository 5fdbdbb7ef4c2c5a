import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { account } from './account-schema.ts'
import { deviceHeaders } from './device.ts'
import { emailConfirmationSchema, emailLink, emailLinkSchema } from './email-link-schema.ts'
import { linkRequestSchema, passwordLinkSchema, passwordSettingSchema } from './password-link-schema.ts'
import { passwordChangeSchema, profileSchema } from './profile-schema.ts'
import { accessToken } from './session.endpoints.ts'

export const requestPasswordLink = endpoint({
  method: 'POST',
  path: '/client/forgot-password',
  summary: 'Sends a link to a new password, if the e-mail address is somebody’s; the answer is always the same',
  access: 'visitor',
  status: 204,
  headers: deviceHeaders,
  body: linkRequestSchema,
})

export const readPasswordLink = endpoint({
  method: 'POST',
  path: '/client/password-link',
  summary: 'Tells whose password a one-time link sets, without using it up',
  access: 'visitor',
  status: 200,
  body: passwordLinkSchema,
  response: z.object({ name: z.string(), email: z.string() }),
})

export const setPassword = endpoint({
  method: 'POST',
  path: '/client/set-password',
  summary: 'Sets a password by a one-time link and opens a session; all others end',
  access: 'visitor',
  status: 200,
  headers: deviceHeaders,
  body: passwordSettingSchema,
  response: accessToken,
})

export const readEmailLink = endpoint({
  method: 'POST',
  path: '/client/email-link',
  summary: 'Tells what a one-time link about an e-mail address is for, without using it up',
  access: 'visitor',
  status: 200,
  body: emailLinkSchema,
  response: emailLink,
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/client/confirm-email',
  summary: 'Confirms one’s new e-mail address by the link that was sent there, and the password',
  access: 'visitor',
  status: 204,
  headers: deviceHeaders,
  body: emailConfirmationSchema,
})

export const restoreEmail = endpoint({
  method: 'POST',
  path: '/client/restore-email',
  summary:
    'Takes a previous e-mail address back by the link that was sent there; every session ends, and the answer leads to a new password',
  access: 'visitor',
  status: 200,
  body: emailLinkSchema,
  response: z.object({ path: z.string() }),
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/user/update',
  summary: 'Changes one’s own data',
  access: 'operator',
  status: 200,
  body: profileSchema,
  response: account,
})

export const updatePassword = endpoint({
  method: 'PUT',
  path: '/user/update-password',
  summary: 'Changes one’s own password; every session ends, and this one goes on under the token in the answer',
  access: 'operator',
  status: 200,
  headers: deviceHeaders,
  body: passwordChangeSchema,
  response: accessToken,
})

export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/user/upload-photo',
  summary: 'Changes one’s own photo',
  access: 'operator',
  status: 200,
  file: 'photo',
  response: z.object({ photo_url: z.string() }),
})
