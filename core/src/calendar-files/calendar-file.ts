/** The media type of calendar files, which are always UTF-8. */
export const CALENDAR_FILE = 'text/calendar; charset=utf-8'
