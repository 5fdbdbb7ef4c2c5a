import * as z from 'zod/mini'
import { botTrap, email, privacy, telephone } from '../fields/contact-fields.ts'
import { optionalText, requiredName } from '../fields/text.ts'

export const contactRequestSchema = z.object({
  name: requiredName('Il nome è obbligatorio.'),
  email,
  phone: telephone,
  message: optionalText(),
  privacy,
  ...botTrap,
})
export type ContactRequest = z.infer<typeof contactRequestSchema>
