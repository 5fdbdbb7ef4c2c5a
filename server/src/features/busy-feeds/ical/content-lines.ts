import { CalendarFileUnreadable } from './errors.ts'

/** Events that end within the period or recur; older ones are not counted. */
const MAX_EVENTS = 5_000

/** A content line: its name in capitals and what follows, from the first parameter or the colon on. */
export type Line = { name: string; rest: string }

const COMPONENT = /^BEGIN:(VEVENT|VFREEBUSY|VTIMEZONE)\r?\n([\s\S]*?)^END:\1\r?$/gim
const NESTED = /^BEGIN:[\s\S]*?^END:.*$/gim
/** The only lines of an event that matter; its texts are never read. */
const EVENT_LINE =
  /^(DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|UID|TRANSP|STATUS|X-MICROSOFT-CDO-BUSYSTATUS|FREEBUSY)([;:].*)/gim

/** Cuts a calendar into the texts of its time zones and the lines of its events, without those over before a day. */
export function cutCalendar(text: string, firstDay: string) {
  // A file that was cut off has lost events.
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text) || !/\nEND:VCALENDAR\s*$/i.test(text))
    throw new CalendarFileUnreadable('not_calendar')
  const [zones, blocks]: [string[], Line[][]] = [[], []]
  const day = firstDay.replaceAll('-', '')
  for (const [component, kind = '', content = ''] of text.replaceAll(/\r?\n[ \t]/g, '').matchAll(COMPONENT)) {
    if (kind.toUpperCase() === 'VTIMEZONE') zones.push(component)
    else {
      const direct = content.includes('BEGIN:') ? content.replaceAll(NESTED, '') : content
      const block = Array.from(direct.matchAll(EVENT_LINE), ([, name, rest]) => ({
        name: name!.toUpperCase(),
        rest: rest!,
      }))
      if (!isOver(block, day)) blocks.push(block)
    }
    if (blocks.length > MAX_EVENTS) throw new CalendarFileUnreadable('too_many')
  }
  return { zones, blocks }
}

const REPEATED = new Set(['RRULE', 'RDATE', 'RECURRENCE-ID', 'FREEBUSY'])

/** Whether a single event ended before a day, '20261123'; most of an old calendar is skipped by this look at its text. */
function isOver(block: Line[], day: string): boolean {
  const end = block.find(({ name }) => name === 'DTEND')
  if (!end || block.some(({ name }) => REPEATED.has(name))) return false
  const date = /:(\d{8})/.exec(end.rest)?.[1]
  return date !== undefined && date < day
}

const PARAMETER = /^;([\w-]+)=("[^"]*"|[^";:]*)/

/** The values of all lines with a name, separated by commas, with the parameters that matter. */
export function listValues(lines: Line[], name: string) {
  return lines
    .filter((line) => line.name === name)
    .flatMap(({ rest }) => {
      const parameters: Record<string, string> = {}
      for (let match = PARAMETER.exec(rest); match; match = PARAMETER.exec(rest)) {
        parameters[match[1]!.toLowerCase()] = match[2]!.replaceAll('"', '')
        rest = rest.slice(match[0].length)
      }
      const { tzid, fbtype } = parameters
      const value = rest.slice(1)
      const values = name === 'RRULE' || name === 'UID' ? [value] : value.split(',')
      return values.map((value) => ({ value, tzid, fbtype: fbtype?.toUpperCase() }))
    })
}
