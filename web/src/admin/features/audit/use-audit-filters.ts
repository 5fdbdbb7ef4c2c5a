import type { AuditFilters } from '@prenoto/core/audit/audit.endpoints.ts'
import { type AuditGroup, auditGroups } from '@prenoto/core/audit/audit-actions.ts'
import { isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { useSearchParams } from 'react-router'

export type FilterName = 'cerca' | 'tipo' | 'utente' | 'da' | 'a'

/** The filters in the address of the page; invalid ones are ignored. */
export function useAuditFilters() {
  const [params, setParams] = useSearchParams()
  const get = (name: FilterName) => params.get(name) ?? ''
  const set = (name: FilterName, value: string) =>
    setParams(
      (params) => {
        if (value) params.set(name, value)
        else params.delete(name)
        return params
      },
      { replace: true, preventScrollReset: true },
    )

  const day = (name: FilterName) => (isPlainDate(get(name)) ? get(name) : undefined)
  const group = get('tipo')
  const filters = {
    q: get('cerca').trim() || undefined,
    group: group in auditGroups ? (group as AuditGroup) : undefined,
    user_id: /^[1-9]\d{0,14}$/.test(get('utente')) ? Number(get('utente')) : undefined,
    from: day('da'),
    to: day('a'),
  } as AuditFilters
  return { get, set, filters, clear: () => setParams({}, { replace: true, preventScrollReset: true }) }
}
