/** One event of a stream of server-sent events; `id` is the last one that was given, this one's or an earlier one's. */
export type ServerEvent = { event: string; data: string; id: string }

/**
 * Reads server-sent events from text that arrives in pieces of any size, as the HTML standard says. The browser's own
 * EventSource can send no Authorization header.
 */
export function eventStreamParser(onEvent: (event: ServerEvent) => void) {
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []

  function takeLine(line: string) {
    if (line === '') {
      if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n'), id })
      event = ''
      data = []
      return
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
    if (field === 'id' && !value.includes('\0')) id = value
  }

  return (text: string) => {
    rest += text
    // A carriage return at the end may be the first half of a line break whose second half is still to come.
    const complete = /^[\s\S]*(?:\n|\r(?!$))/.exec(rest)?.[0] ?? ''
    rest = rest.slice(complete.length)
    const lines = complete.split(/\r\n|\n|\r/)
    lines.pop()
    for (const line of lines) takeLine(line)
  }
}
