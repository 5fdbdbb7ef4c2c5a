import * as z from 'zod/mini'
import { email, privacy, telephone, website } from '../fields/contact-fields.ts'
import { optionalText, requiredName } from '../fields/text.ts'

export const contactRequestSchema = z.object({
  name: requiredName('Il nome è obbligatorio.'),
  email,
  phone: telephone,
  message: optionalText(),
  privacy,
  website,
})
export type ContactRequest = z.infer<typeof contactRequestSchema>
export type ContactForm = z.input<typeof contactRequestSchema>
