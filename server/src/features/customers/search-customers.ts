import type { CustomerSearchResult } from '@prenoto/core/customers/customer-schema.ts'
import { type Context, lacksRight, transaction } from '../../tenants/context.ts'
import {
  listBestMatches,
  listMatching,
  listRecentMatching,
  listSimilar,
  MAX_CANDIDATES,
  removeAccents,
} from './customer-search.repository.ts'
import { nameTermsOnly, searchTerms } from './search-patterns.ts'

/** Finds customers by part of their name, e-mail or telephone number, otherwise by similar names; best matches first. */
export function searchCustomers(ctx: Context, typed: string, limit: number): Promise<CustomerSearchResult[]> {
  return transaction(ctx, async (ctx) => {
    const terms = searchTerms(await removeAccents(ctx, typed))
    const { alternatives, swapped, similar } = lacksRight(ctx, 'contacts') ? nameTermsOnly(terms) : terms
    if (alternatives.length === 0) return []
    let candidates = await listMatching(ctx, alternatives)
    if (candidates.length >= MAX_CANDIDATES) candidates.push(...(await listRecentMatching(ctx, alternatives)))
    if (candidates.length === 0 && swapped.length > 0) candidates = await listMatching(ctx, swapped)
    if (candidates.length === 0 && similar) candidates = await listSimilar(ctx, similar)
    return candidates.length > 0 ? await listBestMatches(ctx, candidates, limit) : []
  })
}
