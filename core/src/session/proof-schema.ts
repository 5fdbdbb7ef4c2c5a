import * as z from 'zod/mini'
import { assertion } from '../second-factor/second-factor-schema.ts'
import { logInSchema } from './log-in-schema.ts'

const { password } = logInSchema.shape

/** The form of the dialog that asks for the password again. */
export const proofFormSchema = z.object({ password })

/** The proof that the user of a session is present: the password or a passkey. */
export const proofSchema = z.object({ password: z.optional(password), assertion: z.optional(assertion) }).check(
  z.refine(({ password, assertion }) => (password === undefined) !== (assertion === undefined), {
    path: ['password'],
    error: 'Serve la password oppure una passkey.',
  }),
)
export type Proof = z.infer<typeof proofSchema>
