import type { FoundCustomer } from '@prenoto/core/customers/customer-schema.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import {
  CANDIDATES,
  listFound,
  listMatching,
  listRecentMatching,
  listResembling,
  unaccented,
} from './customer-search.repository.ts'
import { searchTerms } from './search-patterns.ts'

/** Customers by part of their name, e-mail or telephone number, or else by similar names; the likeliest first. */
export function searchCustomers(ctx: Context, typed: string, limit: number): Promise<FoundCustomer[]> {
  return transaction(ctx, async (ctx) => {
    const { alternatives, swapped, resembling } = searchTerms(await unaccented(ctx, typed))
    if (alternatives.length === 0) return []
    let candidates = await listMatching(ctx, alternatives)
    if (candidates.length >= CANDIDATES) candidates.push(...(await listRecentMatching(ctx, alternatives)))
    if (candidates.length === 0 && swapped.length > 0) candidates = await listMatching(ctx, swapped)
    if (candidates.length === 0 && resembling) candidates = await listResembling(ctx, resembling)
    return candidates.length > 0 ? await listFound(ctx, candidates, limit) : []
  })
}
