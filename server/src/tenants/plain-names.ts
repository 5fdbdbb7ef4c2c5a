import { holdsLink } from '@prenoto/core/fields/web-address.ts'
import { invalidField } from '../lib/errors.ts'
import type { Context } from './context.ts'

/** A business that the provider does not trust yet uses a web address as a name. */
const NameWithWebAddress = invalidField('Finché l’attività è nuova non può contenere indirizzi web.')

/**
 * Applies the rule of people's names to the texts of a business that reach e-mails, until the provider trusts the business.
 * Throws 422 at the first field that may become a link.
 */
export function requirePlainNames({ tenant }: Pick<Context, 'tenant'>, texts: Record<string, string | undefined>) {
  if (tenant.is_trusted) return
  const field = Object.keys(texts).find((name) => holdsLink(texts[name] ?? ''))
  if (field) throw new NameWithWebAddress(field)
}
