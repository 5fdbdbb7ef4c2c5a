type Hosts = { urls: string[]; problem?: undefined } | { urls?: undefined; problem: string }

/** The connection string of each host of `url`, which may name several as libpq allows: one of them takes writes. */
export function parseHostUrls(url: string): Hosts {
  const [, start, hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(.*)$/.exec(url) ?? []
  const each = hosts.split(',').map((host) => (host ? URL.parse(`${start}${host}${rest}`) : null))
  if (!start || each.includes(null)) return { problem: 'use postgres://user:password@host/database' }

  const wanted = each[0]!.searchParams.get('target_session_attrs') ?? 'read-write'
  if (!['read-write', 'primary'].includes(wanted))
    return { problem: `target_session_attrs=${wanted} would not do, since bookings are written: use read-write` }
  for (const one of each) one!.searchParams.delete('target_session_attrs')
  return { urls: each.map((one) => one!.href) }
}
