import * as z from 'zod/mini'
import { botTrap, email } from '../fields/contact-fields.ts'
import { requiredName } from '../fields/text.ts'
import { businessAddress } from './business-address.ts'

/** Opens a business. The name appears in an e-mail to any address, so it follows the rules for names of visitors. */
export const signUpSchema = z.object({
  name: requiredName('Scrivi il nome dell’attività.'),
  address: businessAddress,
  email,
  privacy: z.literal(true, 'Per continuare accetta condizioni e informativa.'),
  ...botTrap,
})
export type SignUp = z.infer<typeof signUpSchema>

/** Another address for the business of a link. */
export const otherAddressSchema = z.object({ address: businessAddress })
