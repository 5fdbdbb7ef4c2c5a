import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { account } from './account-schema.ts'
import { deviceHeaders } from './device.ts'
import { emailConfirmationSchema, emailLink, emailLinkSchema } from './email-link-schema.ts'
import { accessToken } from './log-in-answer.ts'
import { passwordChangeSchema, profileSchema } from './profile-schema.ts'

export const readEmailLink = endpoint({
  method: 'POST',
  path: '/client/email-link',
  summary: 'Returns the purpose of a one-time e-mail address link without using the link',
  access: 'visitor',
  status: 200,
  body: emailLinkSchema,
  response: emailLink,
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/client/confirm-email',
  summary: 'Confirms a user’s new e-mail address with the link sent there and the password',
  access: 'visitor',
  status: 204,
  headers: deviceHeaders,
  body: emailConfirmationSchema,
})

export const restoreEmail = endpoint({
  method: 'POST',
  path: '/client/restore-email',
  summary:
    'Restores a previous e-mail address through the link sent there; ends every session, and answers with a password link',
  access: 'visitor',
  status: 200,
  body: emailLinkSchema,
  response: z.object({ path: z.string() }),
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/user/update',
  summary: 'Updates the current user’s profile',
  access: 'operator',
  right: 'account',
  status: 200,
  body: profileSchema,
  response: account,
})

export const updatePassword = endpoint({
  method: 'PUT',
  path: '/user/update-password',
  summary: 'Changes the current user’s password; ends every session and answers with a new token for this one',
  access: 'operator',
  right: 'account',
  status: 200,
  headers: deviceHeaders,
  body: passwordChangeSchema,
  response: accessToken,
})

export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/user/upload-photo',
  summary: 'Replaces the current user’s photo',
  access: 'operator',
  right: 'account',
  status: 200,
  file: 'photo',
  response: z.object({ photo_url: z.string() }),
})
