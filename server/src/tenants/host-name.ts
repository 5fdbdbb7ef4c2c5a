/** As long as a name may be in DNS. */
export const MAX_HOST_NAME = 253

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`)

/** Whether a name in lower case can be somebody's domain: letters, digits, hyphens and dots between them. */
export const isHostName = (name: string) => name.length <= MAX_HOST_NAME && HOST_NAME.test(name)
