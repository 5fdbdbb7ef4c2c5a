import { Counter } from 'prom-client'

const lookups = new Counter({
  name: 'prenoto_cache_lookups_total',
  help: 'Lookups in the caches of this process by result, hit or miss: responses, domains, records (configurations, services)',
  labelNames: ['cache', 'result'],
})

type Cache = 'responses' | 'domains' | 'records'

export const countLookup = (cache: Cache, isHit: boolean) => lookups.inc({ cache, result: isHit ? 'hit' : 'miss' })
