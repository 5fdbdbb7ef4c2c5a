import ICAL from 'ical.js'

const toInstant = (time: { toUnixTime(): number }) => Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1000)

/** Adds the duration in exact time, as RFC 5545 says; the library would add it in local time. */
function findEnd(event: InstanceType<typeof ICAL.Event>) {
  const duration = event.component.getFirstPropertyValue('duration') as { toSeconds(): number } | null
  return duration ? toInstant(event.startDate).add({ seconds: duration.toSeconds() }) : toInstant(event.endDate)
}

/** The entries of a calendar file, parsed by another library than the one that writes it. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const value = (component: InstanceType<typeof ICAL.Component>, name: string) =>
    component.getFirstPropertyValue(name) as string | null
  return {
    method: value(calendar, 'method'),
    name: value(calendar, 'x-wr-calname'),
    zones: calendar.getAllSubcomponents('vtimezone').map((zone) => value(zone, 'tzid')),
    entries: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      const attendee = component.getFirstProperty('attendee')
      return {
        uid: event.uid,
        sequence: event.sequence,
        summary: event.summary,
        location: event.location,
        description: event.description,
        status: value(component, 'status'),
        zone: component.getFirstProperty('dtstart')?.getFirstParameter('tzid'),
        start: toInstant(event.startDate).toString(),
        end: findEnd(event).toString(),
        stamp: String(component.getFirstPropertyValue('dtstamp')),
        organizer: value(component, 'organizer'),
        attendee: attendee && { address: attendee.getFirstValue() as string, name: attendee.getFirstParameter('cn') },
      }
    }),
  }
}
