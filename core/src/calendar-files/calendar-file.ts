export const CALENDAR_FILE = 'text/calendar; charset=utf-8'
