type Hosts = { urls: string[]; problem?: undefined } | { urls?: undefined; problem: string }

/** The connection string of each host in `url`, which may list several as in libpq; one of them is the primary. */
export function parseHostUrls(url: string): Hosts {
  const [, start, hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(.*)$/.exec(url) ?? []
  const each = hosts.split(',').map((host) => (host ? URL.parse(`${start}${host}${rest}`) : null))
  if (!start || each.includes(null)) return { problem: 'use postgres://user:password@host/database' }

  const attributes = each[0]!.searchParams.get('target_session_attrs') ?? 'read-write'
  if (!['read-write', 'primary'].includes(attributes))
    return { problem: `target_session_attrs=${attributes} does not work, since the server writes: use read-write` }
  for (const one of each) one!.searchParams.delete('target_session_attrs')
  return { urls: each.map((one) => one!.href) }
}
