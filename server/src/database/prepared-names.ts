/** More statements than the code has. None is ever given back, so that each connection holds so many at most. */
const MOST = 500

/** Lists of values, and rows of them: each length would be a statement of its own. Those that are asked often take an array. */
const VARIES_IN_LENGTH = / in \(\$|\), \(\$/

/** Gives statements a name on the wire, so that PostgreSQL parses and plans them once a connection; undefined for those it does not pay for. */
export function preparedNames() {
  const names = new Map<string, string>()
  return (sql: string) => {
    const known = names.get(sql)
    if (known || names.size >= MOST || VARIES_IN_LENGTH.test(sql)) return known
    const name = `p${names.size}`
    names.set(sql, name)
    return name
  }
}
