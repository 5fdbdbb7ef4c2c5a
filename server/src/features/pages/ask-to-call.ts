import type { Context } from '../../tenants/context.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'

/** The refusal of a form that needs a proof of work, but was sent without a script. */
export async function askToCall(ctx: Context): Promise<string> {
  const { phone } = await findConfiguration(ctx)
  return `In questo momento il sito accetta richieste solo con JavaScript attivo: accendilo e riprova, oppure ${phone ? `telefonaci: ${phone}.` : 'contattaci.'}`
}
